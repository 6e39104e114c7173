import { z } from 'zod';
import { readNonce } from './nonce.ts';
import { installTrustedTypes } from './trusted-types.ts';

/* Imported before everything else: what must stand before the first library runs under the page's security policy. */
installTrustedTypes();
// The policy forbids compiling text, so zod need not probe for it and have the browser report the attempt.
z.config({ jitless: true });
// Read by the library that locks scrolling behind modals.
Object.assign(globalThis, { __webpack_nonce__: readNonce() });
