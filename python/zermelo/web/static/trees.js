// The tree page: type a tree or draw one, change it by hand, and step through its search.

import { ask } from "./api.js";
import { byId, make, showError } from "./dom.js";
import { download } from "./download.js";
import { stepper } from "./stepper.js";

const LECTURE = "((3 12 8) (2 4 6) (14 5 2))";
const FILES = [
  ["svg", "picture"],
  ["film", "film strip"],
  ["compare", "three searches"],
  ["html", "page"],
  ["tex", "LaTeX"],
  ["dot", "Graphviz"],
  ["json", "JSON"],
];

let view = null; // what the server answered last
let chosen = null; // the path of the chosen node, joined
let stepping = null;
let asked = 0;

/** How to search, as the form says. */
function wanted(tree) {
  return {
    tree,
    method: byId("method").value || null,
    strict: byId("strict").value !== "",
    prune: byId("prune").checked,
    probe: byId("probe").checked,
    table: byId("table").checked,
  };
}

/** Asks for a search and shows it, and says whether that went well; of several in a hurry the last one counts. */
async function search(path, body, remember = true) {
  const mine = ++asked;
  try {
    const answer = await ask(path, body);
    if (mine !== asked) return false;
    show(answer);
    if (remember && decodeURIComponent(location.hash.slice(1)) !== answer.text) {
      history.pushState(null, "", `#${encodeURIComponent(answer.text)}`);
    }
    showError(null);
    return true;
  } catch (error) {
    if (mine === asked) showError(error);
    return false;
  }
}

const change = (tree, more = {}) => search("/trees", { ...wanted(tree), ...more });

function show(answer) {
  view = answer;
  stepping?.pause();
  byId("text").value = answer.text;
  byId("summary").textContent = answer.summary;
  byId("words").textContent = answer.words;
  // The picture comes from our own server, which escapes all names in it.
  byId("picture").innerHTML = answer.picture;
  fit();
  stepping = stepper(byId("steps"), answer.steps, answer.steps.length - 1);
  for (const group of byId("picture").querySelectorAll("[data-node]")) {
    const number = Number(group.dataset.node);
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", place(number));
    group.addEventListener("click", () => choose(number));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      choose(number);
      byId("node").querySelector("input, button, select")?.focus();
    });
  }
  const again = answer.nodes.find((node) => key(node.path) === chosen);
  if (again) choose(again.number);
  else forget();
}

/** A tree is as wide as there is room, or as large as it was drawn; only a tree that has no room for that offers it. */
function fit() {
  const drawn = byId("picture").querySelector("svg");
  const size = byId("size");
  const { width } = drawn.viewBox.baseVal;
  size.hidden = width <= byId("picture").clientWidth;
  const actual = size.getAttribute("aria-pressed") === "true" && !size.hidden;
  drawn.style.maxWidth = actual ? "none" : "";
  size.textContent = actual ? "Fit to width" : "Actual size";
}

const key = (path) => JSON.stringify(path);
const nodeOf = (number) => view.nodes.find((node) => node.number === number);
const place = (number) => {
  const { path } = nodeOf(number);
  return path.length === 0 ? "the root" : path.join("/");
};

/** The part of the data at this path, its parent, and its index there. */
function find(path) {
  let parent = null;
  let index = 0;
  let tree = view.data;
  for (const name of path) {
    parent = tree;
    index = parent.children.findIndex((child) => child.name === name);
    tree = parent.children[index].tree;
  }
  return { parent, index, tree };
}

/** Changes a copy of the data and searches it. */
function edit(act) {
  const copy = structuredClone(view.data);
  const before = view.data;
  view.data = copy;
  act();
  view.data = before;
  change(copy);
}

function forget() {
  chosen = null;
  byId("node-title").textContent = "Node";
  byId("node").replaceChildren(make("p", { className: "faint" }, "Click on a node to change it."));
}

/** Shows a node and what can be done to it. */
function choose(number) {
  const { path, reason } = nodeOf(number);
  chosen = key(path);
  for (const group of byId("picture").querySelectorAll("[data-node]")) {
    group.classList.toggle("chosen", Number(group.dataset.node) === number);
  }
  const { parent, index, tree } = find(path);
  byId("node-title").textContent = `Node: ${place(number)}`;
  const rows = [make("p", {}, reason || "left alone")];
  if (tree.leaf) rows.push(valueField(path, tree));
  else rows.push(ownerField(path, tree));
  if (parent?.turn === "chance") rows.push(probabilityField(path, parent, index));
  rows.push(buttons(path, parent, index, tree));
  byId("node").replaceChildren(...rows);
}

function field(label, input, act) {
  input.addEventListener("change", act);
  return make("label", { className: "pair" }, label, input);
}

function valueField(path, tree) {
  const input = make("input", { type: "number", step: "any", value: tree.leaf[0] });
  return field("Worth to MAX", input, () => {
    const value = Number(input.value);
    if (input.value === "" || !Number.isFinite(value)) return;
    edit(() => {
      const sum = find(path).tree.leaf.reduce((total, one) => total + one, 0);
      find(path).tree.leaf = [value, sum - value];
    });
  });
}

function ownerField(path, tree) {
  const select = make("select");
  for (const [value, label] of [["0", "MAX"], ["1", "MIN"], ["chance", "chance"]]) {
    select.append(make("option", { value, selected: String(tree.turn) === value }, label));
  }
  return field("Chooses", select, () =>
    edit(() => {
      const node = find(path).tree;
      node.turn = select.value === "chance" ? "chance" : Number(select.value);
      spread(node);
    }),
  );
}

/** Equal probabilities for the children of a chance node, none for others. */
function spread(node) {
  for (const child of node.children) {
    if (node.turn === "chance") child.probability = 1 / node.children.length;
    else delete child.probability;
  }
}

function probabilityField(path, parent, index) {
  const shown = Number(parent.children[index].probability.toPrecision(6));
  const input = make("input", { type: "number", step: "any", min: 0, max: 1, value: shown });
  return field("Probability", input, () => {
    const value = Number(input.value);
    if (input.value === "" || !(value >= 0 && value <= 1)) return;
    edit(() => {
      const { parent: above, index: at } = find(path);
      const others = above.children.filter((_, other) => other !== at);
      const rest = others.reduce((total, child) => total + child.probability, 0);
      for (const child of others) child.probability = rest > 0 ? (child.probability / rest) * (1 - value) : (1 - value) / others.length;
      above.children[at].probability = others.length ? value : 1;
    });
  });
}

function buttons(path, parent, index, tree) {
  const button = (label, act, disabled = false) => make("button", { type: "button", disabled, onclick: () => edit(act) }, label);
  const swap = (other) => () => {
    const { children } = find(path).parent;
    [children[index], children[other]] = [children[other], children[index]];
  };
  const row = make("div", { className: "buttons" });
  if (parent) {
    row.append(
      button("◀ earlier", swap(index - 1), index === 0),
      button("later ▶", swap(index + 1), index === parent.children.length - 1),
    );
  }
  row.append(
    button(tree.leaf ? "split" : "add a leaf", () => grow(find(path).tree, parent?.turn)),
    button(
      "remove",
      () => {
        const { parent: above, index: at } = find(path);
        above.children.splice(at, 1);
        spread(above);
      },
      !parent || parent.children.length === 1,
    ),
  );
  return row;
}

/** Gives a node one more leaf; a leaf becomes a node with two. */
function grow(node, above) {
  if (node.leaf) {
    const leaf = node.leaf;
    delete node.leaf;
    delete node.estimated;
    node.turn = above === 0 ? 1 : 0;
    node.children = [1, 2].map((number) => ({ name: String(number), tree: { leaf: [...leaf] } }));
    return;
  }
  const names = new Set(node.children.map((child) => child.name));
  let number = node.children.length + 1;
  while (names.has(String(number))) number += 1;
  node.children.push({ name: String(number), tree: { leaf: [0, 0] } });
  spread(node);
}

byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  change(byId("text").value);
});
byId("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    change(byId("text").value);
  }
});
byId("size").addEventListener("click", () => {
  byId("size").setAttribute("aria-pressed", String(byId("size").getAttribute("aria-pressed") !== "true"));
  fit();
});
addEventListener("resize", () => view && fit());
byId("search").addEventListener("change", () => view && change(view.data));
byId("search").addEventListener("submit", (event) => event.preventDefault());
byId("best").onclick = () => view && change(view.data, { order: "best" });
byId("worst").onclick = () => view && change(view.data, { order: "worst" });
byId("random").addEventListener("submit", (event) => {
  event.preventDefault();
  const number = (id) => Math.round(Number(byId(id).value));
  search("/trees/random", {
    seed: Math.floor(Math.random() * 2 ** 32),
    branching: number("branching"),
    height: number("height"),
    kind: byId("kind").value,
  }).then((shown) => shown && change(view.data));
});

for (const [ending, label] of FILES) {
  const save = () => download(`/trees/files/${ending}`, wanted(view.data)).then(() => showError(null), showError);
  byId("files").append(make("button", { type: "button", onclick: () => view && save() }, label));
}

document.addEventListener("keydown", (event) => stepping?.key(event));

/** Shows the tree that the address names, that of a game's position, or the lecture's. */
function route() {
  const place = new URLSearchParams(location.search);
  const play = place.get("play");
  if (play !== null && location.hash === "") {
    place.delete("play");
    search(`/plays/${encodeURIComponent(play)}/tree?${place}`, undefined, false);
    return;
  }
  let text = LECTURE;
  try {
    text = decodeURIComponent(location.hash.slice(1)) || LECTURE;
  } catch {
    // An address that is no text names no tree.
  }
  search("/trees", wanted(text), false);
}

addEventListener("popstate", route);
route();
