// Matches and tournaments between engines: a live table for each.

import { ask } from "./api.js";
import { byId, make, showError } from "./dom.js";
import { Stream } from "./stream.js";

const PLAYERS = ["random", "beginner", "casual", "club", "expert", "master", "full"];
const streams = new Map();

const number = (value, none = "∞") => (value === null ? none : `${value > 0 ? "+" : ""}${Math.round(value)}`);

/** The words for an Elo difference with its interval. */
function elo(found) {
  if (!found || found.difference === null) return "–";
  return `${number(found.difference)} (${number(found.low, "−∞")} … ${number(found.high, "+∞")})`;
}

function table(match) {
  const heading = ["", "games", "won, drawn, lost", "Elo of the first, 95 %", "test"].map((text) => make("th", { scope: "col" }, text));
  const rows = match.pairings.map((pairing) => {
    const bar = make("progress", { max: pairing.wanted, value: pairing.games, "aria-label": `games of ${pairing.players.join(" and ")}` });
    const test = pairing.sprt ? `${{ yes: "accepted", no: "refused" }[pairing.sprt.verdict] ?? "open"}, LLR ${pairing.sprt.llr.toFixed(2)}` : "–";
    const cells = [pairing.players.join(" : "), make("span", {}, bar, ` ${pairing.games} of ${pairing.wanted}`), `${pairing.wins}, ${pairing.draws}, ${pairing.losses}`, elo(pairing.elo), test];
    return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
  });
  return make("table", { className: "kept" }, make("thead", {}, make("tr", {}, ...heading)), make("tbody", {}, ...rows));
}

function standing(match) {
  if (match.players.length < 3) return [];
  const order = match.players.map((player, index) => [player, match.points[index]]).sort((one, other) => other[1] - one[1]);
  return [make("ol", { className: "told" }, ...order.map(([player, points]) => make("li", {}, `${player}: ${points}`)))];
}

async function act(match, what) {
  try {
    if (what === "delete") {
      await ask(`/matches/${match.id}`, {}, "DELETE");
      streams.get(match.id)?.close();
      byId(`match-${match.id}`).remove();
    } else {
      show(await ask(`/matches/${match.id}/${what}`, {}));
      listen(match.id);
    }
    showError(null);
  } catch (error) {
    showError(error);
  }
}

function show(match) {
  const words = { running: "Stop", stopped: "Go on", finished: "Delete" };
  const act1 = make("button", { type: "button" }, words[match.state]);
  act1.addEventListener("click", () => act(match, { running: "stop", stopped: "resume", finished: "delete" }[match.state]));
  const buttons = [act1];
  if (match.state === "stopped") {
    const forget = make("button", { type: "button", className: "quiet" }, "Delete");
    forget.addEventListener("click", () => act(match, "delete"));
    buttons.push(forget);
  }
  const title = make("div", { className: "title" }, make("h1", {}, `${match.title}: ${match.players.join(", ")}`), make("span", { className: "buttons" }, ...buttons));
  const state = make("p", { className: "faint" }, `${match.state}, ${match.seconds} s a move${match.trouble ? `: ${match.trouble}` : ""}`);
  const card = make("section", { className: "card", id: `match-${match.id}` }, title, state, ...standing(match), table(match));
  const old = byId(`match-${match.id}`);
  if (old) old.replaceWith(card);
  else byId("matches").prepend(card);
}

function listen(id) {
  streams.get(id)?.close();
  const stream = new Stream(`/matches/${id}/events`, {
    match: (match) => {
      show(match);
      if (match.state !== "running") stream.close();
    },
    trouble: ({ error }) => showError(new Error(error)),
  });
  streams.set(id, stream);
}

byId("wanted").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = [...byId("players").querySelectorAll("input:checked")].map((input) => input.value);
  const wanted = { game: byId("game").value, players, games: Number(byId("games").value), seconds: Number(byId("seconds").value) };
  const test = byId("sprt").value.split(",").map(Number);
  if (byId("sprt").value.trim() !== "") wanted.sprt = test;
  try {
    const match = await ask("/matches", wanted);
    show(match);
    listen(match.id);
    showError(null);
  } catch (error) {
    showError(error);
  }
});

async function begin() {
  byId("players").append(
    ...PLAYERS.map((name) => make("label", { className: "tick" }, make("input", { type: "checkbox", value: name, checked: name === "beginner" || name === "club" }), name)),
  );
  try {
    const { games } = await ask("/games");
    const duels = games.filter((game) => game.players.length === 2 && !game.hidden && game.methods.includes("engine"));
    byId("game").append(...duels.map(({ name, title }) => make("option", { value: name }, title)));
    byId("game").value = "connect-four";
    const { matches } = await ask("/matches");
    for (const match of matches.reverse()) {
      show(match);
      if (match.state === "running") listen(match.id);
    }
  } catch (error) {
    showError(error);
  }
}

begin();
