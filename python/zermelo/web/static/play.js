// A game in progress: the panel beside the board, and going through the game.

import { Analysis } from "./analysis.js";
import { ask } from "./api.js";
import { byId, chip, make } from "./dom.js";
import { download } from "./download.js";
import { Review } from "./review.js";
import { complete, matching, pick, targets } from "./sites.js";
import { query, Stream } from "./stream.js";

const GOOD_ENOUGH = 0.03; // of all there is to win

export class Play {
  /** `board` shows it, `onError` hears what went wrong, `onLeave` that another game is wanted. */
  constructor({ board, onError, onLeave }) {
    Object.assign(this, { board, onError });
    this.view = null;
    this.stream = null;
    this.picked = [];
    this.question = null; // the request under way; there is one at a time
    this.place = null; // where one looks: null is the game as it stands, otherwise { ply, line, look }
    this.looking = 0;
    this.analysis = new Analysis({
      onLine: (line, rest) => this.look(this.ply, line, rest),
      onBest: (move) => this.#advise(move),
      onError,
    });
    this.review = new Review({
      onPly: (ply) => this.look(ply, []),
      onTask: (step) => this.#setTask(step),
      onMarks: () => this.#showHistory(),
      onError,
    });
    for (const what of ["undo", "redo", "roll"]) byId(what).addEventListener("click", () => this.#change(what, {}));
    byId("hint").addEventListener("click", () => this.#hint());
    byId("resign").addEventListener("click", () => this.#resign());
    byId("new").addEventListener("click", onLeave);
    byId("typing").addEventListener("submit", (event) => this.#typed(event));
    byId("why").addEventListener("submit", (event) => this.#whyNot(event));
    byId("review").addEventListener("click", () => (this.review.isRunning ? this.review.forget() : this.review.begin(this.view)));
    byId("flip").addEventListener("click", () => this.#flip());
    byId("first").addEventListener("click", () => this.look(0, []));
    byId("back").addEventListener("click", () => this.#step(-1));
    byId("forward").addEventListener("click", () => this.#step(1));
    byId("last").addEventListener("click", () => this.look(null, []));
    document.addEventListener("keydown", (event) => this.#key(event));
    setInterval(() => this.#showClocks(), 200);
  }

  /** Shows a game, and everything that happens in it from now on. */
  show(view) {
    byId("play").hidden = false;
    byId("under").hidden = view.hidden;
    byId("analysis").hidden = view.hidden;
    byId("review").hidden = view.hidden;
    this.id = view.id;
    this.place = null;
    this.task = null;
    this.review.forget();
    this.#tell(null);
    this.#report(null);
    this.#update(view);
    // Whoever plays the black pieces alone sits on their side.
    const people = view.seats.filter((seat) => seat.kind === "human").map((seat) => seat.player);
    byId("flip").hidden = view.seats.length !== 2;
    this.#flip(people.length === 1 && people[0] === "black" && byId("board").querySelector(".z-chessman") !== null);
    this.stream = new Stream(
      `/plays/${view.id}/events`,
      {
        play: (heard) => {
          this.#lost(false);
          this.#update(heard);
        },
        trouble: ({ error }) => this.onError(new Error(error)),
      },
      () => this.#lost(true),
    );
  }

  hide() {
    byId("play").hidden = true;
    byId("under").hidden = true;
    this.stream?.close();
    this.stream = null;
    this.analysis.stop();
    this.review.forget();
    this.view = null;
    this.#flip(false);
    this.#setQuestion(null); // an answer still on its way will find that it is not wanted
  }

  /** The ply that is looked at, or that of the game as it stands. */
  get ply() {
    return this.place?.ply ?? this.view.history.length;
  }

  get moves() {
    return this.place ? this.place.look.moves : this.view.moves;
  }

  /** A click on the board. */
  site(site) {
    if (this.view === null || (this.place === null && (this.question !== null || this.view.moves.length === 0))) return;
    const picked = pick(this.moves, this.picked, site);
    if (picked === null) {
      this.#say(`There is no move at ${site}.`);
      return;
    }
    const move = complete(this.moves, picked);
    if (move !== null) this.#play(move.text);
    else this.#setPicked(picked);
  }

  /** Makes a move: in the game, or only on the board when one looks elsewhere. */
  #play(move) {
    if (this.task !== null) this.#try(move);
    else if (this.place !== null) this.look(this.place.ply, [...this.place.line, move]);
    else this.#change("moves", { move });
  }

  #typed(event) {
    event.preventDefault();
    const move = byId("typed").value.trim();
    if (move === "") return;
    byId("typed").value = "";
    this.#play(move);
  }

  /** Asks for a change and shows what came of it; the engine's reply is heard of through the stream. */
  async #change(what, body) {
    if (this.place !== null) this.#here();
    const answer = await this.#ask(what, body);
    if (answer === null) return;
    this.#report(null);
    this.#update(answer);
  }

  async #hint() {
    if (this.place !== null) this.#here();
    this.#say("Searching for a hint…");
    const report = await this.#ask("hint", {});
    if (report === null) return;
    this.#report(report, "Hint:");
    this.#setPicked([]);
    this.#advise(report.move);
  }

  async #resign() {
    const button = byId("resign");
    if (button.dataset.sure === undefined) {
      button.dataset.sure = "";
      button.textContent = "Really resign?";
      setTimeout(() => this.#calm(), 4000);
      return;
    }
    this.#calm();
    await this.#change("resign", {});
  }

  #calm() {
    const button = byId("resign");
    delete button.dataset.sure;
    button.textContent = "Resign";
  }

  /** Asks about this game, one question after the other; null when it failed or the game was left meanwhile. */
  async #ask(what, body) {
    const { view } = this;
    while (this.question !== null) await this.question.done;
    if (this.view === null || this.id !== view?.id) return null;
    const question = {};
    question.done = new Promise((answered) => (question.answered = answered));
    this.#setQuestion(question);
    let answer = null;
    let failure = null;
    try {
      answer = await ask(`/plays/${this.id}/${what}`, body);
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
    this.question?.answered();
    this.question = question;
    byId("play").setAttribute("aria-busy", String(question !== null));
    this.#enable();
  }

  #enable() {
    if (this.view === null) return;
    const { waiting, can_undo: canUndo, hints, undone, seats } = this.view;
    const busy = this.question !== null;
    byId("undo").disabled = busy || !canUndo;
    byId("redo").disabled = busy || undone === 0;
    byId("hint").disabled = busy || waiting !== "human" || hints.length === 0;
    byId("resign").disabled = busy || waiting === null || !seats.some((seat) => seat.kind === "human");
    byId("roll").hidden = waiting !== "chance";
    byId("roll").disabled = busy;
    byId("typing").hidden = this.moves.length === 0;
    for (const button of byId("moves").children) button.setAttribute("aria-disabled", String(busy && this.place === null));
  }

  #update(view) {
    const keyboardInMoves = byId("moves").contains(document.activeElement);
    const before = this.view;
    this.view = view;
    this.heard = performance.now();
    byId("name").textContent = view.title;
    const { Event: event, Site: site, Date: date } = view.about;
    const known = [event, site, date?.replaceAll(".??", "")].filter((text) => text && !text.startsWith("?"));
    byId("about").textContent = known.join(", ");
    byId("undo").hidden = view.hidden;
    byId("redo").hidden = view.hidden;
    byId("hint").hidden = view.hints.length === 0;
    if (before !== null && before.history.length > view.history.length) this.review.forget();
    if (view.trouble !== null) this.onError(new Error(view.trouble));
    if (view.report !== null && before?.history.length !== view.history.length) {
      const player = view.history.findLast((step) => step.player >= 0)?.player;
      this.#report(view.report, `${view.seats[player]?.player ?? "the engine"} played`);
    }
    if (this.place !== null && this.place.ply > view.history.length) this.place = null;
    this.#showInvitations(view.invitations);
    this.#showHistory();
    this.#showFiles();
    // What was picked stays picked when only the rest of the world has changed.
    const same = before !== null && this.drawn === view.picture && JSON.stringify(before.moves) === JSON.stringify(view.moves);
    if (this.place !== null || same) this.#showWhere();
    else this.#draw(before === null || before.history.length < view.history.length);
    this.#showStatus();
    this.#enable();
    if (keyboardInMoves) (byId("moves").firstElementChild ?? byId("moves")).focus({ preventScroll: true });
  }

  /** Draws the game as it stands. */
  #draw(rolled = false) {
    const { view } = this;
    const task = view.outcome ?? (view.turn === null ? "the dice are to be rolled" : `${view.seats[view.turn].player} to move`);
    this.drawn = view.picture;
    this.board.draw(view.picture, `${view.game}, ${task}`, rolled);
    this.#setPicked([]);
    this.#showWhere();
  }

  #setPicked(picked) {
    this.picked = picked;
    const moves = matching(this.moves, picked);
    byId("moves").replaceChildren(
      ...moves.slice(0, 400).map((move) => {
        const button = make("button", { type: "button" }, move.text);
        button.addEventListener("click", () => this.#play(move.text));
        return button;
      }),
    );
    byId("moves").classList.toggle("few-rows", this.moves.some((move) => move.sites.length > 0));
    this.board.mark(targets(this.moves, picked), picked);
    this.#showStatus();
    this.#enable();
  }

  // Going through the game.

  /** Points at a move on the board; null at none. */
  #advise(move) {
    this.board.advise(move === null ? null : (this.moves.find(({ text }) => text === move)?.sites ?? null));
  }

  /** Looks at a ply of the game (null: as it stands), at a line that leads away from there, and how that goes on. */
  async look(ply, line, rest = []) {
    if (this.view === null || this.view.hidden) return;
    this.task = null;
    this.#tell(null);
    if ((ply === null || ply >= this.view.history.length) && line.length === 0 && rest.length === 0) {
      this.#here();
      return;
    }
    await this.#goTo(ply ?? this.view.history.length, line, rest);
  }

  async #goTo(ply, line, rest = []) {
    const mine = ++this.looking;
    try {
      const look = await ask(`/plays/${this.id}/at${query({ ply, line })}`);
      if (mine !== this.looking || this.view === null) return;
      this.place = { ply, line, rest, look };
      this.drawn = null;
      this.board.draw(look.picture, `${this.view.game}, ply ${ply + line.length}, looking only`);
      this.#setPicked([]);
      this.#showWhere();
      this.onError(null);
    } catch (error) {
      if (mine === this.looking) this.onError(error);
    }
  }

  #here() {
    this.looking += 1;
    this.place = null;
    this.task = null;
    this.#draw();
  }

  #step(way) {
    if (this.view === null) return;
    const { line, rest } = this.place ?? { line: [], rest: [] };
    if (line.length > 0 && way < 0) this.look(this.place.ply, line.slice(0, -1), [line.at(-1), ...rest]);
    else if (rest.length > 0 && way > 0) this.look(this.place.ply, [...line, rest[0]], rest.slice(1));
    else if (line.length === 0) this.look(Math.max(0, this.ply + way), []);
  }

  #key(event) {
    if (event.key === "Escape" && this.picked.length > 0) this.#setPicked([]);
    if (this.view === null || this.view.hidden || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, [role=slider]")) return;
    const act = {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      Home: () => this.look(0, []),
      End: () => this.look(null, []),
      f: () => byId("flip").hidden || this.#flip(),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  #flip(flipped = !byId("board").classList.contains("flipped")) {
    byId("board").classList.toggle("flipped", flipped);
    byId("bar").classList.toggle("flipped", flipped);
    byId("flip").setAttribute("aria-pressed", String(flipped));
  }

  #showWhere() {
    const { place, view } = this;
    const last = view.history.length;
    byId("where").textContent = place === null ? `ply ${last}` : `ply ${place.ply} of ${last}${place.line.length > 0 ? `, then ${place.line.join(" ")}` : ""}: looking only`;
    byId("back").disabled = byId("first").disabled = this.ply === 0 && !place?.line.length;
    byId("last").disabled = place === null;
    byId("forward").disabled = place === null || (place.line.length > 0 && place.rest.length === 0);
    for (const [index, item] of [...byId("history").children].entries()) {
      if (index + 1 === this.ply) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
    byId("text").textContent = place?.look.position ?? view.position ?? "";
    this.#showPlayers();
    const over = place === null ? view.turn === null && view.waiting !== "chance" : place.look.turn === null;
    if (!view.hidden) this.analysis.show(this.id, this.ply, place?.line ?? [], view, over);
    byId("tree").href = `/trees${query({ play: this.id, ply: this.ply, line: place?.line ?? [], depth: 4 })}`;
    this.review.mark(this.ply);
  }

  // Looking back: finding the better move oneself.

  /** Goes to where a move was weak, and waits for a better one. */
  async #setTask(step) {
    await this.#goTo(step.ply - 1, []);
    this.task = step;
    this.#tellTask();
    byId("board").scrollIntoView({ block: "nearest" });
    this.#showStatus();
  }

  #tellTask() {
    const { action, actor } = this.task;
    this.#tell([`Find a better move than ${action} for ${this.view.seats[actor].player}.`]);
  }

  async #try(move) {
    const { task } = this;
    this.#tell([`Looking at ${move}…`]);
    try {
      const told = await ask(`/plays/${this.id}/why${query({ ply: task.ply - 1, move, seconds: 0.5 })}`);
      if (this.task !== task) return;
      // Good enough is what gives away next to nothing; what the best move is stays a secret until it is asked for.
      const lost = Math.abs((told.best.expected ?? 0) - (told.refutation.expected ?? 0));
      const right = told.best.move === told.refutation.move || (told.best.expected !== null && lost < GOOD_ENOUGH);
      if (right) {
        this.#tell([`Yes: ${told.words.join(" ")}`]);
        this.task = null;
      } else {
        const solution = make("button", { type: "button", className: "quiet" }, "Show the solution");
        solution.addEventListener("click", () => {
          this.task = null;
          this.#tell(told.words);
        });
        const [, ...reply] = told.refutation.line.slice(0, 6);
        const after = reply.length > 0 ? ` after ${reply.join(" ")}` : "";
        this.#tell([`${told.refutation.move} is not good enough: ${told.refutation.words}${after}. Try again.`]);
        byId("tell").append(solution);
      }
      this.#setPicked([]);
      this.onError(null);
    } catch (error) {
      if (this.task === task) this.#tellTask();
      this.onError(error);
      this.#setPicked([]);
    }
  }

  async #whyNot(event) {
    event.preventDefault();
    const move = byId("why-move").value.trim();
    if (move === "") return;
    const place = byId("why-told");
    place.hidden = false;
    place.replaceChildren(make("p", { className: "faint" }, `Looking at ${move}…`));
    try {
      const told = await ask(`/plays/${this.id}/why${query({ ply: this.ply, line: this.place?.line ?? [], move, seconds: 1.5 })}`);
      const show = make("button", { type: "button", className: "quiet" }, "Show it on the board");
      show.addEventListener("click", () => this.look(this.ply, [...(this.place?.line ?? []), ...told.refutation.line.slice(0, 6)]));
      place.replaceChildren(...told.words.map((sentence) => make("p", {}, sentence)), show);
      this.onError(null);
    } catch (error) {
      place.hidden = true;
      this.onError(error);
    }
  }

  #tell(sentences) {
    byId("tell").hidden = sentences === null;
    byId("tell").replaceChildren(...(sentences ?? []).map((sentence) => make("p", {}, sentence)));
  }

  // What stands in the panel.

  #showPlayers() {
    const { seats, turn, utilities, clock } = this.view;
    const { tallies } = this.place?.look ?? this.view;
    byId("players").replaceChildren(
      ...seats.map((seat, player) => {
        const who = make("small", {}, described(seat));
        const item = make("li", {}, chip(player, seat.player), make("strong", {}, seat.player), who);
        if (tallies[player]) item.append(make("span", { className: "tally" }, tallies[player]));
        if (player === turn) item.setAttribute("aria-current", "true");
        if (clock !== null) item.append(make("span", { className: "clock", "aria-label": `time of ${seat.player}` }));
        if (utilities !== null) item.append(make("span", { className: "utility" }, String(utilities[player])));
        return item;
      }),
    );
    this.#showClocks();
  }

  #showClocks() {
    const clock = this.view?.clock;
    if (!clock) return;
    const gone = (performance.now() - this.heard) / 1000;
    for (const [player, place] of [...byId("players").querySelectorAll(".clock")].entries()) {
      const left = Math.max(0, clock.left[player] - (player === clock.running ? gone : 0));
      const minutes = Math.floor(left / 60);
      const seconds = left < 10 ? (left % 60).toFixed(1).padStart(4, "0") : String(Math.floor(left % 60)).padStart(2, "0");
      place.textContent = `${minutes}:${seconds}`;
      place.classList.toggle("short", left < 10);
    }
  }

  #showHistory() {
    if (this.view === null) return;
    const { history, seats, observation, position, hidden } = this.view;
    const list = byId("history");
    list.classList.toggle("pairs", seats.length === 2 && history.every(({ player }, index) => player === index % 2));
    list.replaceChildren(
      ...history.map(({ player, text }, index) => {
        const name = player < 0 ? "chance" : seats[player].player;
        const mark = this.review.markOf(index + 1);
        const go = make("button", { type: "button", className: "ply", title: name }, chip(player, name), make("span", { className: "unseen" }, `${name}: `), text);
        if (mark) go.append(make("b", { className: "weak" }, mark));
        go.addEventListener("click", () => this.look(index + 1, []));
        const item = make("li", {}, go);
        item.classList.toggle("chance", player < 0);
        return item;
      }),
    );
    list.hidden = hidden;
    if (this.place === null) list.scrollTop = list.scrollHeight;
    byId("history-title").textContent = hidden ? "What you have seen" : "Game so far";
    byId("review").disabled = history.length === 0;
    byId("observation").hidden = observation === null;
    byId("observation").textContent = observation ?? "";
    byId("position-shown").hidden = position === null;
  }

  #showFiles() {
    const { game, hidden } = this.view;
    if (this.filesOf === game || hidden) return;
    this.filesOf = game;
    ask(`/games/${encodeURIComponent(game)}`).then(
      ({ formats }) =>
        byId("files").replaceChildren(
          ...formats.map((format) => {
            const button = make("button", { type: "button" }, format.toUpperCase());
            button.addEventListener("click", async () => {
              try {
                await download(`/plays/${this.id}/file${query({ format })}`);
              } catch (error) {
                this.onError(error);
              }
            });
            return button;
          }),
        ),
      () => {},
    );
  }

  #showInvitations(invitations) {
    byId("invitations").hidden = invitations.length === 0;
    byId("invitations").replaceChildren(
      ...invitations.flatMap(({ player, id }) => {
        const address = `${location.origin}/#${id}`;
        return [`${player} plays at `, make("a", { href: address, className: "mono" }, address), " "];
      }),
    );
  }

  #showStatus() {
    if (this.view === null) return;
    const { waiting, turn, seats, outcome, history, viewer } = this.view;
    byId("status").classList.toggle("over", waiting === null);
    byId("new").className = waiting === null ? "primary" : "quiet";
    if (this.place !== null) {
      const then = this.picked.length > 0 ? ` ${this.picked.join(", ")}, then …` : "";
      this.#say(this.task !== null ? `Your task: a better move.${then}` : `Looking only: moves here do not count.${then}`);
      return;
    }
    if (waiting === null) {
      this.#say(`Game over: ${outcome}`);
      return;
    }
    if (waiting === "chance") {
      this.#say("Roll the dice, and say what they show.");
      return;
    }
    if (waiting === "engine") {
      this.#say(`${seats[turn].player} is thinking…`);
      return;
    }
    if (viewer !== null && viewer !== turn) {
      this.#say(`${seats[turn].player} is to move.`);
      return;
    }
    const people = seats.filter((seat) => seat.kind === "human").length;
    const last = history.at(-1);
    const chance = last?.player < 0 ? `Chance brought ${last.text}: ` : "";
    const task = people > 1 && viewer === null ? `${seats[turn].player} to move` : `${chance ? "your" : "Your"} move, ${seats[turn].player}`;
    this.#say(`${chance}${task}${this.picked.length > 0 ? `: ${this.picked.join(", ")}, then …` : "."}`);
  }

  #say(sentence) {
    if (byId("status").textContent !== sentence) byId("status").textContent = sentence;
  }

  #lost(lost) {
    if (this.isLost === lost) return;
    this.isLost = lost;
    this.onError(lost ? new Error("the connection was lost: trying again…") : null);
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

/** Who sits there, in a few words. */
function described(seat) {
  if (seat.name) return seat.name;
  if (seat.kind === "human") return "a person";
  if (seat.method === "random") return "random moves";
  const limits = [seat.level ?? seat.method];
  if (seat.nodes !== null) limits.push(`${seat.nodes.toLocaleString("en")} nodes`);
  if (seat.depth !== null) limits.push(`depth ${seat.depth}`);
  if (seat.level === null && seat.nodes === null && seat.depth === null) limits.push(`${seat.seconds} s`);
  if (seat.ponder) limits.push("thinks on your time");
  return limits.join(", ");
}
