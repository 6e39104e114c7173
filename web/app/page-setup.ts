import { z } from 'zod';
import { readNonce } from './nonce.ts';
import { installTrustedTypes } from './trusted-types.ts';

/* Imported first: this setup must run before libraries run under the security policy of the page. */
installTrustedTypes();
// The policy forbids `eval`. Without this setting, zod probes for it and the browser reports a violation.
z.config({ jitless: true });
// Read by the library that locks scrolling behind modals.
Object.assign(globalThis, { __webpack_nonce__: readNonce() });
