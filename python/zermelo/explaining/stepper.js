// Stepping through a search: every step shows what the search knows by then. It starts paused.

const BUTTONS = [
  ["first", "|◀", "first step"],
  ["back", "◀", "one step back"],
  ["play", "▶ play", "play or pause"],
  ["forward", "▶", "one step forward"],
  ["last", "▶|", "last step"],
];

/** Brings a picture of a tree to life; `root` holds it and gets the controls, `steps` tell what each step shows. */
export function stepper(root, steps, start = 0) {
  const find = (name) => root.querySelector(`.step-${name}`);
  const add = (parent, tag, name, properties = {}) => {
    const element = Object.assign(document.createElement(tag), { className: `step-${name}`, ...properties });
    parent.append(element);
    return element;
  };
  for (const old of root.querySelectorAll(".step-told, .step-bar, .step-keys")) old.remove();
  const told = add(root, "p", "told");
  told.setAttribute("role", "status");
  told.setAttribute("aria-live", "polite");
  const bar = add(root, "div", "bar");
  for (const [name, label, title] of BUTTONS) {
    add(bar, "button", name, { type: "button", textContent: label, title }).setAttribute("aria-label", title);
  }
  add(bar, "input", "slider", { type: "range", min: 0, value: 0 }).setAttribute("aria-label", "step");
  add(bar, "output", "count");
  add(root, "small", "keys", { textContent: "→ and ← step, Home and End jump, space plays" });
  const picture = root.querySelector("svg.tree");
  const nodes = new Map([...picture.querySelectorAll("[data-node]")].map((g) => [Number(g.dataset.node), g]));
  const links = [...picture.querySelectorAll("[data-link]")];
  const cuts = [...picture.querySelectorAll("[data-cut]")];
  let now = start;
  let timer = null;

  function draw() {
    const values = new Map();
    const windows = new Map();
    const entered = new Set();
    const cut = new Set();
    const last = now === steps.length - 1;
    for (const step of steps.slice(0, now + 1)) {
      entered.add(step.node);
      if (step.shown !== null) values.set(step.node, step.shown);
      if (step.window !== null) windows.set(step.node, step.window);
      if (step.cuts) cut.add(step.node);
    }
    picture.classList.toggle("running", !last);
    for (const mark of cuts) mark.classList.toggle("later", !cut.has(Number(mark.dataset.cut)));
    /** Was the node visited by now, or cut off with everything around it? */
    const known = (number) => {
      const group = nodes.get(number);
      if (last || entered.has(number)) return true;
      const parent = Number(group.dataset.parent);
      const pruned = (one) => nodes.get(one).classList.contains("pruned");
      return pruned(number) && (cut.has(parent) || (pruned(parent) && known(parent)));
    };
    for (const link of links) link.classList.toggle("waiting", !known(Number(link.dataset.link)));
    for (const [number, group] of nodes) {
      group.classList.toggle("waiting", !known(number));
      group.classList.toggle("here", !last && number === steps[now].node);
      if (group.classList.contains("pruned") || group.querySelector(".leaf")) continue;
      group.querySelector(".value").textContent = values.get(number) ?? "";
      const window = group.querySelector(".window");
      if (window && (windows.has(number) || !entered.has(number))) window.textContent = windows.get(number) ?? "";
    }
    find("told").textContent = steps[now].told;
    find("slider").value = now;
    find("count").textContent = `${now + 1} of ${steps.length}`;
  }

  function go(step) {
    now = Math.max(0, Math.min(steps.length - 1, step));
    draw();
    if (now === steps.length - 1) pause();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "▶ play";
  }

  function play() {
    if (timer) return pause();
    if (now === steps.length - 1) go(0);
    timer = setInterval(() => go(now + 1), 900);
    find("play").textContent = "⏸ pause";
  }

  find("slider").max = steps.length - 1;
  find("slider").oninput = (event) => go(Number(event.target.value));
  find("first").onclick = () => go(0);
  find("back").onclick = () => go(now - 1);
  find("forward").onclick = () => go(now + 1);
  find("last").onclick = () => go(steps.length - 1);
  find("play").onclick = play;
  draw();

  /** Acts on a key and says whether it did; typing into a field is not for us, nor pressing a button. */
  function key(event) {
    const act = {
      ArrowRight: () => go(now + 1),
      ArrowLeft: () => go(now - 1),
      Home: () => go(0),
      End: () => go(steps.length - 1),
      " ": play,
    }[event.key];
    const taken = event.target.matches("input, textarea, select") || (event.key === " " && event.target.matches("button"));
    if (!act || taken || event.ctrlKey || event.altKey || event.metaKey) return false;
    event.preventDefault();
    act();
    return true;
  }
  return { key, pause };
}
