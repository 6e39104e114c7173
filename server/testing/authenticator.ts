import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { NewPasskey, PasskeyResponse } from '#contract/auth/passkeys';

/* A device that creates and presents passkeys for tests: ES256, without attestation. */

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, entry]) => [encode(key), encode(entry)]),
  ]);
}

const PRESENT = 1;
const VERIFIED = 4;
const HAS_CREDENTIAL = 64;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

export interface Site {
  readonly host: string;
  readonly origin: string;
}

/**
 * Creates a device with one passkey.
 * @param isVerifying whether the device verifies the user by fingerprint, face or PIN
 */
export function createAuthenticator({ host, origin }: Site, isVerifying = true) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function data(flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | PRESENT | (isVerifying ? VERIFIED : 0);
    return Buffer.concat([sha256(host), Buffer.from([all]), count, rest]);
  }

  return {
    make(challenge: string): NewPasskey {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const authData = data(HAS_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(client('webauthn.create', challenge)),
          attestationObject: text(encode(attestation)),
          transports: ['internal'],
        },
      };
    },

    show(challenge: string): PasskeyResponse {
      counter += 1;
      const authenticatorData = data(0);
      const clientData = client('webauthn.get', challenge);
      const signedData = Buffer.concat([authenticatorData, sha256(clientData)]);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData),
          authenticatorData: text(authenticatorData),
          signature: text(createSign('sha256').update(signedData).sign(privateKey)),
        },
      };
    },
  };
}
