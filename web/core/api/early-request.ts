/** A request that was sent before the code of the application was loaded. */
interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly abort: () => void;
}

let earlyRequest: (EarlyRequest & { readonly key: string }) | undefined;

const keyOf = (url: string, authorization: string) => `${authorization} ${url}`;

/** Sends a GET request whose response the first equal request of the API client uses. */
export function sendEarly(url: string, authorization: string): void {
  const controller = new AbortController();
  const headers = { accept: 'application/json', authorization };
  const response = fetch(url, { headers, signal: controller.signal });
  // The client handles the error.
  response.catch(() => undefined);
  earlyRequest = { key: keyOf(url, authorization), response, abort: () => controller.abort() };
}

/** Returns the early request if it equals this one. It is used once, and only by the first request. */
export function takeEarly(url: string, authorization: string | undefined): EarlyRequest | undefined {
  const request = earlyRequest;
  earlyRequest = undefined;
  return authorization !== undefined && request?.key === keyOf(url, authorization) ? request : undefined;
}
