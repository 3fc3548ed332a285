// Server-sent events: one stream at a time, closed when it is not wanted any more.

/** Listens until `close` is called. `on` holds what to do by the name of the event. */
export class Stream {
  constructor(path, on, onLost = () => {}) {
    this.source = new EventSource(`/api/v1${path}`);
    for (const [name, act] of Object.entries(on)) {
      this.source.addEventListener(name, (event) => this.source && act(JSON.parse(event.data)));
    }
    this.source.addEventListener("error", () => this.source && onLost(this.source.readyState === EventSource.CLOSED));
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}

/** A query from names and values; lists give a name several times, null and undefined nothing. */
export function query(values) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined) found.append(name, each);
    }
  }
  const text = found.toString();
  return text && `?${text}`;
}
