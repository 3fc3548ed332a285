// The quiz page: a question about a tree, an answer, and the search that shows why.

import { ask } from "./api.js";
import { byId, make, showError } from "./dom.js";
import { download } from "./download.js";
import { stepper } from "./stepper.js";

const FILES = [
  ["gift", "Moodle (GIFT)"],
  ["html", "page to print"],
  ["latex", "LaTeX"],
];

let kinds = [];
let turn = 0;
let question = null;
let marked = false;
let stepping = null;
let asked = 0;
const score = { right: 0, answered: 0 };

const random = () => Math.floor(Math.random() * 1_000_000);

/** Asks the next question, or the one that the address names: kind, difficulty and seed. */
async function next(named = null) {
  const mine = ++asked;
  const kind = named?.kind ?? (byId("kind").value || kinds[turn++ % kinds.length]);
  const difficulty = named?.difficulty ?? Number(byId("difficulty").value);
  const seed = named?.seed ?? random();
  if (named) byId("difficulty").value = String(difficulty);
  try {
    const answer = await ask("/quiz/question", { kind, difficulty, seed });
    if (mine !== asked) return;
    question = answer;
    if (!named) history.pushState(null, "", `#${encodeURIComponent(`${kind}/${difficulty}/${seed}`)}`);
    show();
    showError(null);
  } catch (error) {
    if (mine === asked) showError(error);
  }
}

function show() {
  marked = false;
  stepping?.pause();
  stepping = null;
  for (const old of byId("steps").querySelectorAll(".step-told, .step-bar, .step-keys")) old.remove();
  byId("title").textContent = question.title;
  byId("text").textContent = question.text;
  byId("how").textContent = question.how;
  byId("orders").hidden = question.orders.length === 0;
  byId("orders").replaceChildren(...question.orders.map((order) => make("li", {}, order)));
  // The picture comes from our own server, which escapes all names in it.
  byId("picture").innerHTML = question.picture;
  byId("answer").value = "";
  byId("answer").disabled = false;
  byId("check").hidden = false;
  byId("next").hidden = true;
  byId("feedback").hidden = true;
  byId("answer").focus();
  for (const text of byId("picture").querySelectorAll(".letter")) {
    if (!question.leaves.includes(text.textContent)) continue;
    text.parentElement.classList.add("clickable");
    text.parentElement.addEventListener("click", () => toggle(text.textContent, text.parentElement));
  }
}

/** Puts a leaf that was clicked into the answer, or takes it out. */
function toggle(letter, group) {
  if (marked) return;
  const letters = new Set(byId("answer").value.toUpperCase().split(/[^A-Z]+/).filter((one) => question.leaves.includes(one)));
  if (!letters.delete(letter)) letters.add(letter);
  group.classList.toggle("picked", letters.has(letter));
  byId("answer").value = question.leaves.filter((one) => letters.has(one)).join(" ");
}

async function check() {
  const { kind, seed, difficulty } = question;
  try {
    const result = await ask("/quiz/mark", { kind, seed, difficulty, answer: byId("answer").value });
    marked = true;
    score.answered += 1;
    if (result.right) score.right += 1;
    byId("score").textContent = `${score.right} of ${score.answered} right`;
    byId("feedback").hidden = false;
    byId("feedback").className = `feedback ${result.right ? "right" : "wrong"}`;
    const head = result.right ? "✓ Right." : "✗ Not quite.";
    byId("feedback").replaceChildren(make("strong", {}, head), ` ${result.feedback.replace(/^Right\. /, "")}`);
    byId("answer").disabled = true;
    byId("check").hidden = true;
    byId("next").hidden = false;
    byId("next").focus();
    byId("title").textContent = result.search.summary;
    byId("picture").innerHTML = result.search.picture;
    stepping = stepper(byId("steps"), result.search.steps, result.search.steps.length - 1);
    showError(null);
  } catch (error) {
    showError(error);
  }
}

byId("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  if (question && !marked) check();
});
byId("next").onclick = () => next();
byId("settings").addEventListener("change", () => next());
byId("settings").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => stepping?.key(event));

for (const [form, label] of FILES) {
  const save = () => {
    const kind = byId("kind").value;
    const body = { seed: random(), count: 10, difficulty: Number(byId("difficulty").value), kinds: kind ? [kind] : [] };
    download(`/quiz/files/${form}`, body).then(() => showError(null), showError);
  };
  byId("files").append(make("button", { type: "button", onclick: save }, label));
}

/** The question that the address names, so that it can be shared. */
function named() {
  try {
    const [kind, difficulty, seed] = decodeURIComponent(location.hash.slice(1)).split("/");
    return seed === undefined ? null : { kind, difficulty: Number(difficulty), seed: Number(seed) };
  } catch {
    return null;
  }
}

addEventListener("popstate", () => next(named()));

try {
  kinds = (await ask("/quiz")).kinds;
  for (const kind of kinds) byId("kind").append(make("option", { value: kind }, kind));
  await next(named());
} catch (error) {
  showError(error);
}
