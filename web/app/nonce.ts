/** The placeholder in pages that no server has processed. Random nonces can start with the same characters. */
const PLACEHOLDER = '__NONCE__';

/** Returns the nonce for style elements that the server wrote into the page; undefined without one. */
export function readNonce(page: Document = document): string | undefined {
  const nonce = page.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return nonce === '' || nonce === PLACEHOLDER ? undefined : nonce;
}
