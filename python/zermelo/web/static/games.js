// The games kept: list, search, open, delete, export, and bring games from files.

import { ask } from "./api.js";
import { byId, make, showError } from "./dom.js";
import { query } from "./stream.js";

const MOST = 25;
let first = 0;
let asked = 0;

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
    showError(null);
  } catch (error) {
    showError(error);
  }
}

function row(play) {
  const name = play.served ? make("a", { href: `/#${play.id}` }, play.game) : play.game;
  const forget = make("button", { type: "button", className: "quiet", "aria-label": `delete this game of ${play.game}` }, "Delete");
  forget.addEventListener("click", async () => {
    if (forget.dataset.sure === undefined) {
      forget.dataset.sure = "";
      forget.textContent = "Really?";
      return;
    }
    try {
      await ask(`/plays/${play.id}`, {}, "DELETE");
      await list();
    } catch (error) {
      showError(error);
    }
  });
  const changed = new Date(1000 * play.changed);
  const cells = [name, play.seats.join(", "), String(play.plies), play.outcome ?? "going on", make("time", { dateTime: changed.toISOString() }, changed.toLocaleString()), forget];
  return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
}

async function begin() {
  try {
    const { games } = await ask("/games");
    byId("game").append(...games.map(({ name }) => make("option", {}, name)));
    byId("import-game").append(...games.filter((game) => !game.hidden).map(({ name, formats }) => make("option", { value: name }, `${name} (${formats.join(", ")})`)));
  } catch (error) {
    showError(error);
    return;
  }
  await list();
}

for (const id of ["game", "over", "search"]) {
  byId(id).addEventListener("input", () => {
    first = 0;
    list();
  });
}
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("newer").addEventListener("click", () => {
  first = Math.max(0, first - MOST);
  list();
});
byId("older").addEventListener("click", () => {
  first += MOST;
  list();
});
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (file) byId("import-text").value = await file.text();
});
byId("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const view = await ask("/plays/import", { game: byId("import-game").value, text: byId("import-text").value });
    location.href = `/#${view.id}`;
  } catch (error) {
    showError(error);
  }
});
begin();
