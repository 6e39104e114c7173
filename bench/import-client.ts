import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const CHUNK_BYTES = 8 * 1024 * 1024;
const LANES = 3;

export interface FileToUpload {
  readonly path: string;
  /** The bytes in memory, or the path of a local file. */
  readonly bytes: Buffer | string;
}

interface ImportPage {
  readonly items: readonly { readonly state: string; readonly error: string | null }[];
  readonly total: number;
  readonly counts: { readonly receiving: number; readonly reading: number };
}

const agent = new Agent({ keepAlive: true });

/** Sends bytes without a copy. `fetch` would copy them first and affect the measurement. */
export async function sendChunk(
  address: string,
  chunk: Buffer,
  headers: Record<string, string>,
): Promise<void> {
  const length = String(chunk.length);
  const upload = request(address, {
    method: 'PATCH',
    agent,
    headers: { ...headers, 'content-length': length },
  });
  upload.end(chunk);
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  const responseText = await text(response);
  if ((response.statusCode ?? 500) >= 300)
    throw new Error(`${address} answered ${response.statusCode}: ${responseText}`);
}

/** Creates a client of a signed-in user that uploads files like the browser. */
export function openImporter(origin: string, token: string) {
  const send = async (path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const call = async <Data>(path: string, body?: object): Promise<Data> => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const { data } = (await (await send(path, init)).json()) as { data: Data };
    return data;
  };

  const tus = { 'tus-resumable': '1.0.0' };
  async function begin(path: string, size: number): Promise<string> {
    const metadata = `filename ${Buffer.from(path).toString('base64')}`;
    const headers = { ...tus, 'upload-length': String(size), 'upload-metadata': metadata };
    const response = await send('/api/uploads', { method: 'POST', headers });
    return (response.headers.get('location') ?? '').split('/').at(-1) ?? '';
  }

  /** Sends a file in parts. @returns the time of the last byte */
  async function upload(id: string, bytes: Buffer | string): Promise<number> {
    let offset = 0;
    const patch = async (chunk: Buffer) => {
      await sendChunk(`${origin}/api/uploads/${id}`, chunk, {
        ...tus,
        authorization: `Bearer ${token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      });
      offset += chunk.length;
    };
    if (typeof bytes !== 'string')
      while (offset < bytes.length) await patch(bytes.subarray(offset, offset + CHUNK_BYTES));
    else
      for await (const chunk of createReadStream(bytes, { highWaterMark: CHUNK_BYTES }))
        await patch(chunk as Buffer);
    return performance.now();
  }

  async function uploadBatch(files: readonly FileToUpload[]) {
    const ids: string[] = [];
    for (const { path, bytes } of files) {
      const size = typeof bytes === 'string' ? (await stat(bytes)).size : bytes.length;
      ids.push(await begin(path, size));
    }
    const { id } = await call<{ id: number }>('/api/imports', {
      files: files.map(({ path }, index) => ({ path, upload_id: ids[index] })),
    });
    const queue = files.entries();
    let last = 0;
    const lane = async () => {
      for (const [index, { bytes }] of queue) last = Math.max(last, await upload(ids[index] ?? '', bytes));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return { id, lastByteAt: last };
  }

  /** Creates a book with audio as one form. The file is streamed. */
  async function createWithAudio(name: string, path: string): Promise<void> {
    const boundary = 'lectern-bench';
    const head =
      `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="long.m4b"\r\n` +
      'content-type: audio/mp4\r\n\r\n';
    async function* form() {
      yield Buffer.from(head);
      for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk as Buffer;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    }
    await send('/api/books/create', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: form() as unknown as ReadableStream,
      duplex: 'half',
    });
  }

  return {
    call,
    createWithAudio,
    uploadBatch,
    begin,
    upload,
    /** Waits until an import batch is processed. @returns the number of proposals and the errors of failed ones */
    async ready(batchId: number): Promise<{ proposals: number; failed: string[] }> {
      for (;;) {
        const { items, total, counts } = await call<ImportPage>(
          `/api/imports?batch_id=${batchId}&items_per_page=100`,
        );
        if (counts.receiving + counts.reading === 0)
          return { proposals: total, failed: items.flatMap(({ error }) => error ?? []) };
        await pause(25);
      }
    },
  };
}

export type Importer = ReturnType<typeof openImporter>;
