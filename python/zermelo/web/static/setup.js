// Choosing a game, its options and who plays.

import { ask } from "./api.js";
import { byId, chip, make } from "./dom.js";

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
    const words = make("span", {}, make("strong", { className: "name" }, game.name), make("small", {}, game.summary));
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
    const engines = methods.map((method) => make("option", { value: method }, method));
    const who = make(
      "select",
      { "aria-label": `who plays ${player}` },
      make("option", { value: "human" }, "a person"),
      make("optgroup", { label: "the engine, by" }, ...engines),
    );
    who.value = index === 0 ? "human" : methods[0];
    const seconds = make("input", { type: "number", min: 0.1, max: 10, step: 0.1, value: 1 });
    const time = make("label", { className: "seconds" }, seconds, " s");
    seconds.setAttribute("aria-label", `seconds per move for ${player}`);
    // The space stays, so that rows keep their columns.
    const update = () => time.classList.toggle("unused", ["human", "random"].includes(who.value));
    who.addEventListener("change", update);
    update();
    return make("div", { className: "seat" }, make("span", { className: "who" }, chip(index, player), player), who, time);
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
      const who = row.querySelector("select").value;
      if (who === "human") return { kind: "human" };
      return { kind: "engine", method: who, seconds: Number(row.querySelector("input").value) };
    });
    const position = byId("position").value.trim();
    this.onStart({ game: this.game.name, options: this.#options(), seats, ...(position && { position }) });
  }
}
