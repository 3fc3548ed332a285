// The page: choosing a game, or playing the one that the address names.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { byId, showError } from "./dom.js";
import { Play } from "./play.js";
import { Setup } from "./setup.js";

const board = new Board(byId("board"), (site) => play.site(site));

const setup = new Setup({
  onError: showError,
  onPreview: (game) => board.draw(game.picture, `${game.name}, the start`),
  onStart: async (wanted) => {
    try {
      open(await ask("/plays", wanted));
    } catch (error) {
      showError(error);
    }
  },
});

const play = new Play({
  board,
  onError: showError,
  onLeave: () => {
    history.pushState(null, "", "/");
    route();
  },
});

function open(view) {
  if (location.hash !== `#${view.id}`) history.pushState(null, "", `#${view.id}`);
  document.title = `${view.title} – zermelo`;
  showError(null);
  setup.hide();
  play.show(view);
}

/** Shows what the address names: a game in progress after the #, otherwise the choice of games. */
async function route() {
  const id = location.hash.slice(1);
  play.hide();
  try {
    if (id) {
      open(await ask(`/plays/${encodeURIComponent(id)}`));
      return;
    }
  } catch (error) {
    history.replaceState(null, "", "/");
    await setup.show();
    showError(error);
    return;
  }
  document.title = "zermelo";
  try {
    await setup.show();
  } catch (error) {
    showError(error);
  }
}

addEventListener("popstate", route);
route();
