import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyRequest } from 'fastify';
import { notSignedIn } from '#server/core/errors';
import { handleErrors } from '#server/core/http/error-handler';
import { hashOf, readBody, registerBodies } from '#server/core/http/multipart';
import { openStaging } from '#server/core/media/staging';

const MIB = 1024 * 1024;
const maxBytes = { image: 1000, audio: 200 * MIB };

export interface BodyResponse {
  readonly status: number;
  readonly message: string | undefined;
  readonly code?: string;
  readonly values: Record<string, unknown> | undefined;
  readonly sha256: string | undefined;
  /** The files by field: the text of a small file, or the size of a large one. */
  readonly files: Record<string, string> | undefined;
}

/** Starts a server that returns the parsed body (`/`) or rejects the request before it reads the body (`/refuse`). */
export async function openBodyReader({ idleMs = 60_000 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bodies-'));
  const staging = await openStaging(folder, maxBytes);
  const app = Fastify();
  handleErrors(app, () => undefined);
  registerBodies(app);
  const echo = async (request: FastifyRequest) => {
    const body = await readBody(request, {
      accepted: { image: 'image', audio: 'audio' },
      staging,
      options: { idleMs },
    });
    const files: Record<string, string> = {};
    for (const [field, { path, size }] of body.files) {
      files[field] = size < MIB ? await readFile(path, 'latin1') : `${size} bytes`;
    }
    const sha256 = hashOf(body.values, body.files);
    await body.discard();
    return { values: body.values, sha256, files };
  };
  const reject = () => Promise.reject(notSignedIn());
  app.route({ method: 'POST', url: '/', handler: echo });
  app.route({ method: 'POST', url: '/refuse', handler: reject });
  const base = await app.listen({ port: 0 });

  return {
    port: (app.server.address() as AddressInfo).port,
    staged: () => readdir(folder),
    async stagedBytes(): Promise<number> {
      const names = await readdir(folder);
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async send(body: BodyInit | undefined, type?: string, path = '/'): Promise<BodyResponse> {
      const headers = type === undefined ? {} : { 'content-type': type };
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers,
        ...(body !== undefined && { body }),
      });
      return { status: response.status, ...((await response.json()) as Omit<BodyResponse, 'status'>) };
    },
    async close(): Promise<void> {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a form with the fields in this order. A file is a blob with a name. */
export function makeForm(...fields: [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, file);
  }
  return data;
}
