// A game in progress: the panel beside the board.

import { ask } from "./api.js";
import { byId, chip, make } from "./dom.js";
import { complete, matching, pick, targets } from "./sites.js";

const SHORTEST_REPLY = 350; // milliseconds, so that the eye can follow

const pause = (time) => new Promise((done) => setTimeout(done, time));

export class Play {
  /** `board` shows it, `onError` hears what went wrong, `onLeave` that another game is wanted. */
  constructor({ board, onError, onLeave }) {
    Object.assign(this, { board, onError });
    this.view = null;
    this.picked = [];
    this.question = null; // the request under way; there is one at a time
    byId("undo").addEventListener("click", () => this.#change("undo", {}));
    byId("hint").addEventListener("click", () => this.#hint());
    byId("new").addEventListener("click", onLeave);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.picked.length > 0) this.#setPicked([]);
    });
  }

  /** Shows a game and lets the engine move when it is its turn. */
  show(view) {
    byId("play").hidden = false;
    this.#report(null);
    this.#update(view);
    this.#replies();
  }

  hide() {
    byId("play").hidden = true;
    this.view = null;
    this.#setQuestion(null); // an answer still on its way will find that it is not wanted
  }

  /** A click on the board. */
  site(site) {
    if (this.question !== null || this.view?.waiting !== "human") return;
    const picked = pick(this.view.moves, this.picked, site);
    if (picked === null) {
      this.#say(`There is no move at ${site}.`);
      return;
    }
    const move = complete(this.view.moves, picked);
    if (move !== null) this.#play(move);
    else this.#setPicked(picked);
  }

  #play(move) {
    this.#change("moves", { move: move.text });
  }

  /** Asks for a change, shows what came of it, and lets the engine reply. */
  async #change(what, body) {
    const answer = await this.#ask(what, body);
    if (answer === null) return;
    this.#report(null);
    this.#update(answer);
    await this.#replies();
  }

  async #replies() {
    while (this.view?.waiting === "engine" && this.question === null) {
      const { turn, seats } = this.view;
      const answer = await this.#ask("reply", {}, SHORTEST_REPLY);
      if (answer === null) return;
      this.#update(answer.play);
      if (answer.report !== null) this.#report(answer.report, `${seats[turn].player} played`);
    }
  }

  async #hint() {
    this.#say("Searching for a hint…");
    const report = await this.#ask("hint", {});
    if (report === null) return;
    this.#report(report, "Hint:");
    this.#setPicked([]);
  }

  /** Asks about this game, one question at a time; null when it failed or the game was left meanwhile. */
  async #ask(what, body, least = 0) {
    if (this.question !== null || this.view === null) return null;
    const question = {};
    this.#setQuestion(question);
    let answer = null;
    let failure = null;
    try {
      [answer] = await Promise.all([ask(`/plays/${this.view.id}/${what}`, body), pause(least)]);
    } catch (error) {
      failure = error;
    }
    if (this.question !== question) return null;
    this.#setQuestion(null);
    this.onError(failure);
    if (failure !== null) this.#showStatus();
    return answer;
  }

  #setQuestion(question) {
    this.question = question;
    byId("play").setAttribute("aria-busy", String(question !== null));
    this.#enable();
  }

  #enable() {
    if (this.view === null) return;
    const { waiting, can_undo: canUndo, hints } = this.view;
    const busy = this.question !== null;
    byId("undo").disabled = busy || !canUndo;
    byId("hint").disabled = busy || waiting !== "human" || hints.length === 0;
    for (const button of byId("moves").children) button.setAttribute("aria-disabled", String(busy));
  }

  #update(view) {
    const keyboardInMoves = byId("moves").contains(document.activeElement);
    this.view = view;
    this.board.draw(view.picture, `${view.game}, ${view.outcome ?? `${view.seats[view.turn].player} to move`}`);
    byId("name").textContent = view.game;
    byId("undo").hidden = view.hidden;
    byId("hint").hidden = view.hints.length === 0;
    this.#showPlayers();
    this.#showHistory();
    this.#setPicked([]);
    if (keyboardInMoves) (byId("moves").firstElementChild ?? byId("moves")).focus({ preventScroll: true });
  }

  #setPicked(picked) {
    this.picked = picked;
    const moves = matching(this.view.moves, picked);
    byId("moves").replaceChildren(
      ...moves.map((move) => {
        const button = make("button", { type: "button" }, move.text);
        button.addEventListener("click", () => this.#play(move));
        return button;
      }),
    );
    this.board.mark(targets(this.view.moves, picked), picked);
    this.#showStatus();
    this.#enable();
  }

  #showPlayers() {
    const { seats, turn, utilities } = this.view;
    byId("players").replaceChildren(
      ...seats.map((seat, player) => {
        const engine = seat.method === "random" ? "random moves" : `${seat.method}, ${seat.seconds} s`;
        const who = make("small", {}, seat.kind === "human" ? "a person" : engine);
        const item = make("li", {}, chip(player, seat.player), make("strong", {}, seat.player), who);
        if (player === turn) item.setAttribute("aria-current", "true");
        if (utilities !== null) item.append(make("span", { className: "utility" }, String(utilities[player])));
        return item;
      }),
    );
  }

  #showHistory() {
    const { history, seats, observation, position, hidden } = this.view;
    const list = byId("history");
    list.replaceChildren(
      ...history.map(({ player, text }) => {
        const name = player < 0 ? "chance" : seats[player].player;
        const item = make("li", { title: name }, chip(player, name), make("span", { className: "unseen" }, `${name}: `), text);
        item.classList.toggle("chance", player < 0);
        return item;
      }),
    );
    list.hidden = hidden;
    list.scrollTop = list.scrollHeight;
    byId("history-title").textContent = hidden ? "What you have seen" : "Game so far";
    byId("observation").hidden = observation === null;
    byId("observation").textContent = observation ?? "";
    byId("position-shown").hidden = position === null;
    byId("text").textContent = position ?? "";
  }

  #showStatus() {
    const { waiting, turn, seats, outcome, history } = this.view;
    byId("status").classList.toggle("over", waiting === null);
    byId("new").className = waiting === null ? "primary" : "quiet";
    if (waiting === null) {
      this.#say(`Game over: ${outcome}`);
      return;
    }
    if (waiting === "engine") {
      this.#say(`${seats[turn].player} is thinking…`);
      return;
    }
    const people = seats.filter((seat) => seat.kind === "human").length;
    const last = history.at(-1);
    const chance = last?.player < 0 ? `Chance brought ${last.text}. ` : "";
    const task = people > 1 ? `${seats[turn].player} to move` : `Your move, ${seats[turn].player}`;
    this.#say(`${chance}${task}${this.picked.length > 0 ? `: ${this.picked.join(", ")}, then …` : "."}`);
  }

  #say(sentence) {
    if (byId("status").textContent !== sentence) byId("status").textContent = sentence;
  }

  #report(report, heading) {
    const place = byId("report");
    place.hidden = report === null;
    if (report === null) {
      place.replaceChildren();
      return;
    }
    const parts = [make("p", {}, `${heading} `, make("strong", {}, report.move))];
    if (report.method === "random") {
      parts.push(make("p", { className: "faint" }, "chosen at random"));
    } else {
      parts.push(make("p", { className: "value" }, report.words));
      if (report.line?.length > 1) parts.push(make("p", { className: "mono" }, report.line.join(" ")));
      const effort = [report.method];
      if (report.depth !== null) effort.push(`depth ${report.depth}`, `${report.nodes.toLocaleString("en")} nodes`);
      effort.push(`${report.seconds.toFixed(2)} s`);
      parts.push(make("p", { className: "faint" }, effort.join(" · ")));
    }
    place.replaceChildren(...parts);
  }
}
