// The games kept: list, search, open, delete, export, and bring games from files.

import { ask } from "./api.js";
import { byId, make, showError } from "./dom.js";
import { query } from "./stream.js";

const MOST = 25;
const HEADINGS = [...document.querySelectorAll(".kept th")].map((cell) => cell.textContent);
let first = 0;
let asked = 0;
let chosen = null; // the file whose text stands in the form: its name and that text

/** Shows the list. An error that stands belongs to whatever the reader asked for last: nothing here takes it away. */
async function list() {
  const mine = ++asked;
  const over = byId("over").value;
  try {
    const wanted = { first, most: MOST, search: byId("search").value || null, game: byId("game").value || null, over: over || null };
    const { plays, total } = await ask(`/plays${query(wanted)}`);
    if (mine !== asked) return;
    byId("kept").replaceChildren(...plays.map(row));
    const last = first + plays.length;
    byId("total").textContent = total === 0 ? "none" : `${first + 1} to ${last} of ${total}`;
    byId("newer").disabled = first === 0;
    byId("older").disabled = last >= total;
  } catch (error) {
    showError(error);
  }
}

function row(play) {
  const name = play.served ? make("a", { href: `/#${play.id}` }, play.title) : play.title;
  const players = make("span", {}, play.seats.join(" – "));
  const from = [play.event, play.date].filter(Boolean).join(", ");
  if (from) players.append(make("small", { className: "faint" }, from));
  const forget = make("button", { type: "button", className: "quiet", "aria-label": `delete this game of ${play.game}` }, "Delete");
  forget.addEventListener("click", async () => {
    if (forget.dataset.sure === undefined) {
      forget.dataset.sure = "";
      forget.textContent = "Really?";
      return;
    }
    showError(null);
    try {
      await ask(`/plays/${play.id}`, {}, "DELETE");
      await list();
    } catch (error) {
      showError(error);
    }
  });
  const changed = new Date(1000 * play.changed);
  const cells = [name, players, String(play.plies), play.outcome ?? "going on", make("time", { dateTime: changed.toISOString() }, changed.toLocaleString()), forget];
  return make("tr", {}, ...cells.map((cell, index) => make("td", { "data-heading": HEADINGS[index] }, cell)));
}

async function begin() {
  try {
    const { games } = await ask("/games");
    byId("game").append(...games.map(({ name, title }) => make("option", { value: name }, title)));
    byId("import-game").append(...games.filter((game) => !game.hidden).map(({ name, title, formats }) => make("option", { value: name }, `${title} (${formats.join(", ")})`)));
  } catch (error) {
    showError(error);
    return;
  }
  await list();
}

/** The list that the reader asked for. */
function show(from) {
  first = from;
  showError(null);
  list();
}

/** The text of a file; old ones are not in UTF-8. */
async function read(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

for (const id of ["game", "over", "search"]) {
  byId(id).addEventListener("input", () => show(0));
}
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("newer").addEventListener("click", () => show(Math.max(0, first - MOST)));
byId("older").addEventListener("click", () => show(first + MOST));
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (!file) return;
  byId("import-text").value = await read(file);
  chosen = { name: file.name, text: byId("import-text").value };
});
byId("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("import-text").value;
  const file = chosen?.text === text ? chosen.name.slice(-200) : null;
  showError(null);
  try {
    const view = await ask("/plays/import", { game: byId("import-game").value || null, file, text });
    if (view.brought.length === 1) {
      location.href = `/#${view.id}`;
      return;
    }
    first = 0;
    await list();
    byId("brought").textContent = view.told;
    byId("kept-title").scrollIntoView();
  } catch (error) {
    showError(error);
    if (/choose the game/.test(error.message)) byId("import-game").focus();
  }
});
begin();
