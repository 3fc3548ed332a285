// The JSON interface: one function that asks, and an error that holds the server's sentence.

export class Refusal extends Error {}

/** Asks the server; with a body it is a POST. */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const request = { method };
  if (method !== "GET") {
    Object.assign(request, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) });
  }
  let response;
  try {
    response = await fetch(`/api/v1${path}`, request);
  } catch {
    throw new Refusal("the server cannot be reached: is zermelo serve still running?");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? `the server answered ${response.status}`);
  return answer;
}
