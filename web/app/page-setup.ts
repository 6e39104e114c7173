import { z } from 'zod';
import { installTrustedTypes } from './trusted-types.ts';

/** The nonce that the server put into the page for style elements; undefined where none is asked for. */
export function readNonce(): string | undefined {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return nonce === '' || nonce.startsWith('__') ? undefined : nonce;
}

/* Imported before everything else: what must stand before the first library runs under the page's security policy. */
installTrustedTypes();
// The policy forbids compiling text, so zod need not probe for it and have the browser report the attempt.
z.config({ jitless: true });
// Read by the library that locks scrolling behind modals.
Object.assign(globalThis, { __webpack_nonce__: readNonce() });
