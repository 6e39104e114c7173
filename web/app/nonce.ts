/** The placeholder in a page that no server has sent. A nonce is random and may begin like it. */
const PLACEHOLDER = '__NONCE__';

/** The nonce that the server put into the page for style elements; undefined where none is asked for. */
export function readNonce(page: Document = document): string | undefined {
  const nonce = page.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return nonce === '' || nonce === PLACEHOLDER ? undefined : nonce;
}
