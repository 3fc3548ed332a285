// Saving what the server wrote.

import { ask } from "./api.js";
import { make } from "./dom.js";

/** Asks for a file and hands it to the browser to save. */
export async function download(path, body) {
  const file = await ask(path, body);
  const link = make("a", { download: file.name });
  link.href = URL.createObjectURL(new Blob([file.content], { type: file.media_type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
