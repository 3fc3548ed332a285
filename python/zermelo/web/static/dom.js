// Making elements. Text from games goes through here as text, never as markup.

/** An element with properties, attributes (names with a dash, and role) and children; strings become text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Shows what went wrong where it is seen; null takes it away. */
export function showError(error) {
  byId("error").hidden = error === null;
  byId("error").textContent = error === null ? "" : error.message;
  if (error !== null) byId("error").scrollIntoView({ block: "nearest" });
}

/** The class that paints in a player's colour, as pictures have it; players called white and black have theirs. */
export const paint = (player, called) => `fill-${called === "white" || called === "black" ? called : `player${player % 8}`}`;

const SPACE = "http://www.w3.org/2000/svg";

/** A shape of a drawing. */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A disc in a player's colour. */
export function chip(player, called = "") {
  const disc = draw("circle", { class: player < 0 ? "fill-faint" : `z-body ${paint(player, called)}`, cx: 10, cy: 10, r: player < 0 ? 4 : 9 });
  return draw("svg", { class: "z-picture chip", viewBox: "0 0 20 20", "aria-hidden": "true" }, disc);
}
