// Choosing a game, its options and who plays.

import { ask } from "./api.js";
import { byId, chip, make } from "./dom.js";

const LEVELS = ["beginner", "casual", "club", "expert", "master", "full"];

export class Setup {
  /** `onPreview` hears the chosen game, `onStart` what to begin, `onError` what went wrong. */
  constructor({ onPreview, onStart, onError }) {
    Object.assign(this, { onPreview, onStart, onError });
    this.form = byId("setup");
    this.form.addEventListener("submit", (event) => this.#submitted(event));
    byId("options").addEventListener("change", () => this.#choose(this.game.name, this.#options()));
  }

  /** Shows the form, filled in as it was left. */
  async show() {
    if (this.games === undefined) {
      this.games = (await ask("/games")).games;
      byId("games").replaceChildren(...this.games.map((game, index) => this.#choice(game, index === 0)));
    }
    this.form.hidden = false;
    await this.#choose(this.game?.name ?? this.games[0].name, this.game ? this.#options() : {});
  }

  hide() {
    this.form.hidden = true;
    this.choosing = null; // a preview still on its way is not wanted on the board
  }

  #choice(game, first) {
    const input = make("input", { type: "radio", name: "game", value: game.name, checked: first });
    input.addEventListener("change", () => {
      input.parentElement.scrollIntoView({ block: "nearest" });
      this.#choose(game.name, {});
    });
    const words = make("span", {}, make("strong", { className: "name" }, game.title), make("small", {}, game.summary));
    return make("label", { className: "choice" }, input, words);
  }

  /** Shows a game with these options; of several choices in a hurry the last one counts. */
  #choose(name, options) {
    const query = new URLSearchParams(options).toString();
    const asked = ask(`/games/${encodeURIComponent(name)}${query && `?${query}`}`);
    const shown = asked.then(
      (detail) => this.choosing === shown && this.#showGame(detail),
      (error) => this.choosing === shown && this.onError(error),
    );
    this.choosing = shown;
    this.onError(null);
    return shown;
  }

  #showGame(detail) {
    const { name } = detail;
    const same = this.game?.name === name;
    if (!same) {
      this.#showOptions(detail.options);
      byId("position").value = "";
    }
    if (!same || this.game.players.join("\n") !== detail.players.join("\n")) this.#showSeats(detail);
    this.game = detail;
    byId("by-hand-row").hidden = !detail.chance || detail.hidden;
    byId("ponder-row").hidden = detail.chance || detail.players.length < 2 || !detail.methods.includes("engine");
    const rules = byId("rules");
    rules.hidden = !/^https?:\/\//.test(detail.rules);
    rules.href = rules.hidden ? "" : detail.rules;
    this.onPreview(detail);
  }

  #showOptions(options) {
    byId("options-group").hidden = options.length === 0;
    byId("options").replaceChildren(
      ...options.map((option) =>
        make(
          "label",
          { className: "stacked" },
          make("span", {}, make("strong", {}, option.name), ` ${option.meaning}`),
          make("input", { type: "text", name: option.name, value: option.default, spellcheck: false, maxLength: 200 }),
        ),
      ),
    );
  }

  #showSeats(game) {
    byId("seats").replaceChildren(...game.players.map((player, index) => this.#seat(player, index, game.methods)));
  }

  #seat(player, index, methods) {
    const engine = methods.includes("engine");
    const levels = engine ? LEVELS.map((level) => make("option", { value: `level ${level}` }, level)) : [];
    const others = methods.filter((method) => method !== "engine").map((method) => make("option", { value: method }, method));
    const who = make("select", { "aria-label": `who plays ${player}` }, make("option", { value: "human" }, "a person"));
    if (engine) who.append(make("optgroup", { label: "the engine" }, ...levels));
    who.append(make("optgroup", { label: engine ? "textbook searches" : "the engine, by" }, ...others));
    who.value = index === 0 ? "human" : engine ? "level full" : methods[0];
    const amount = make("input", { type: "number", min: 0.1, max: 10, step: "any", value: 1, "aria-label": `limit for ${player}` });
    const unit = make("select", { "aria-label": `unit of the limit for ${player}` }, ...["s", "nodes", "depth"].map((name) => make("option", {}, name)));
    const limit = make("span", { className: "limit" }, amount, unit);
    unit.addEventListener("change", () => {
      [amount.min, amount.max, amount.value] = { s: [0.1, 10, 1], nodes: [1, 1e9, 10000], depth: [1, 100, 4] }[unit.value];
    });
    const update = () => limit.classList.toggle("unused", who.value === "human" || who.value === "random" || (who.value.startsWith("level ") && who.value !== "level full"));
    who.addEventListener("change", update);
    update();
    return make("div", { className: "seat" }, make("span", { className: "who" }, chip(index, player), player), who, limit);
  }

  #options() {
    const changed = [...byId("options").querySelectorAll("input")].filter((input) => input.value !== input.defaultValue);
    return Object.fromEntries(changed.map((input) => [input.name, input.value.trim()]));
  }

  async #submitted(event) {
    event.preventDefault();
    await this.choosing; // Enter in an option's field changes it first
    if (this.game === undefined) return;
    const seats = [...byId("seats").children].map((row) => {
      const [who, unit] = [...row.querySelectorAll("select")].map((select) => select.value);
      if (who === "human") return { kind: "human" };
      const seat = who.startsWith("level ") ? { kind: "engine", method: "engine", level: who.slice(6) } : { kind: "engine", method: who };
      if (!row.querySelector(".limit").classList.contains("unused")) {
        const name = { s: "seconds", nodes: "nodes", depth: "depth" }[unit];
        seat[name] = Number(row.querySelector("input").value);
        if (name !== "seconds") seat.seconds = 10;
      }
      if (seat.level === "full") delete seat.level;
      if (seat.method === "engine" && byId("ponder").checked && !byId("ponder-row").hidden) seat.ponder = true;
      return seat;
    });
    const wanted = { game: this.game.name, options: this.#options(), seats };
    const position = byId("position").value.trim();
    if (position) wanted.position = position;
    const minutes = Number(byId("minutes").value);
    if (minutes > 0) wanted.clock = { seconds: 60 * minutes, increment: Number(byId("increment").value) || 0 };
    if (byId("by-hand").checked && !byId("by-hand-row").hidden) wanted.dice = "by hand";
    this.onStart(wanted);
  }
}
