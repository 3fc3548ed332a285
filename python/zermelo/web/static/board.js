// The board: shows the server's picture, marks what can be clicked, and reports clicks.

const KEYS = new Set(["Enter", " "]);

export class Board {
  /** `onPick` hears the site of every shape that is clicked. */
  constructor(place, onPick) {
    this.place = place;
    this.onPick = onPick;
    this.targets = new Set();
    place.addEventListener("click", (event) => this.#clicked(event));
    place.addEventListener("keydown", (event) => this.#typed(event));
    place.addEventListener("pointerover", (event) => this.#hovered(event));
    place.addEventListener("pointerleave", () => this.#hover(null));
  }

  /** Replaces the picture. */
  draw(picture, label) {
    this.focused = this.place.contains(document.activeElement) ? (this.#site(document.activeElement) ?? "") : null;
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml");
    const drawing = document.importNode(parsed.documentElement, true);
    drawing.setAttribute("aria-label", label);
    this.place.replaceChildren(drawing);
    this.mark(new Set(), []);
  }

  /** Marks the sites that can be picked next and those picked already. */
  mark(targets, picked) {
    this.targets = targets;
    const reachable = new Set();
    for (const shape of this.place.querySelectorAll("[data-site]")) {
      const site = shape.dataset.site;
      const active = targets.has(site) || picked.includes(site);
      shape.classList.toggle("z-target", targets.has(site));
      shape.classList.toggle("z-picked", picked.includes(site));
      shape.setAttribute("aria-disabled", String(!active));
      // Of several shapes with the same meaning, one is enough for the keyboard.
      if (active && !reachable.has(site)) shape.setAttribute("tabindex", "0");
      else shape.removeAttribute("tabindex");
      if (active) reachable.add(site);
    }
    if (this.focused !== null) this.#refocus();
  }

  /** After a redraw the keyboard stays where it was, or close by. */
  #refocus() {
    const shapes = [...this.place.querySelectorAll("[tabindex]")];
    (shapes.find((shape) => shape.dataset.site === this.focused) ?? shapes[0] ?? this.place).focus({ preventScroll: true });
    if (shapes.length > 0) this.focused = null;
  }

  #site(element) {
    return element.closest?.("[data-site]")?.dataset.site;
  }

  #clicked(event) {
    // Shapes lie on top of each other: what can be clicked wins over what cannot.
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((element) => this.#site(element));
    const site = under.find((name) => this.targets.has(name)) ?? under.find((name) => name !== undefined);
    if (site !== undefined) this.onPick(site);
  }

  #typed(event) {
    const site = this.#site(event.target);
    if (site === undefined || !KEYS.has(event.key)) return;
    event.preventDefault();
    this.onPick(site);
  }

  #hovered(event) {
    const site = this.#site(event.target);
    this.#hover(this.targets.has(site) ? site : null);
  }

  #hover(site) {
    for (const shape of this.place.querySelectorAll("[data-site]")) {
      shape.classList.toggle("z-hot", shape.dataset.site === site);
    }
  }
}
