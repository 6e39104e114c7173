import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { limits } from '#contract/limits';
import { invalid, tooLarge } from '#server/errors';
import type { StagedFile } from '#server/media/staged-file';
import type { FileKind, Staging } from '#server/media/staging';
import { drain, watchBody } from './incoming.ts';

const MAX_FILES = 20;
const MAX_HEADER_BYTES = 16 * 1024;

export interface FormData {
  readonly entries: [string, string][];
  readonly files: Map<string, StagedFile>;
}

/**
 * Reads a multipart body: texts into memory within bounds, accepted files to the staging folder as they arrive. Files of
 * other fields are read past. When it fails, no staged file is left and the rest of the body is drained.
 */
export async function readFormData(
  raw: IncomingMessage,
  accepted: Readonly<Record<string, FileKind>>,
  staging: Staging,
  silenceMs: number,
): Promise<FormData> {
  const entries: [string, string][] = [];
  const files = new Map<string, StagedFile>();
  const arriving: Promise<void>[] = [];
  try {
    await parse();
    return { entries, files };
  } catch (error) {
    drain(raw, silenceMs);
    await Promise.allSettled(arriving);
    await Promise.all([...files.values()].map((file) => file.discard()));
    throw error;
  }

  function parse(): Promise<void> {
    const parser = createParser(raw);
    const streams = new Set<Readable>();
    const fields = new Set<string>();
    let textBytes = 0;
    return new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => {
        end();
        raw.unpipe(parser);
        parser.on('error', () => undefined);
        for (const stream of streams) stream.destroy(error);
        reject(error);
      };
      const end = watchBody(raw, silenceMs, fail);

      const stage = async (field: string, kind: FileKind, stream: Readable, name: string | undefined) => {
        streams.add(stream);
        const file = await staging.receive(field, kind, stream).finally(() => streams.delete(stream));
        // A form whose file input was left blank sends an empty part without a name.
        if (file.size === 0 && !name) {
          await file.discard();
        } else if (fields.has(field)) {
          await file.discard();
          throw invalid({ [field]: 'Only one file can be sent here.' });
        } else {
          fields.add(field);
          files.set(field, file);
        }
      };

      parser.on('file', (field: string | undefined, stream: BusboyFileStream, name: string | undefined) => {
        const kind = field !== undefined && Object.hasOwn(accepted, field) ? accepted[field] : undefined;
        if (field === undefined || kind === undefined) {
          stream.on('error', () => undefined).resume();
          return;
        }
        const staged = stage(field, kind, stream, name);
        arriving.push(staged);
        staged.catch(fail);
      });
      parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
        if (name === undefined) return;
        textBytes += value.length;
        if (isCut) fail(invalid({ [name]: 'The text is too long.' }));
        else if (textBytes > limits.maxJsonBytes) fail(tooLarge('The form is too large.'));
        else entries.push([name, value]);
      });
      for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
        parser.once(event, () => fail(tooLarge('The form has too many fields.')));
      }
      parser.once('error', () => fail(invalid({}, 'The form could not be read.')));
      parser.once('finish', () => {
        end();
        Promise.all(arriving).then(() => resolve(), fail);
      });
      raw.pipe(parser);
    });
  }
}

function createParser(raw: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: raw.headers as BusboyHeaders,
      limits: {
        fieldSize: limits.maxFieldBytes,
        fields: limits.maxFields,
        files: MAX_FILES,
        parts: limits.maxFields + MAX_FILES,
        headerPairs: 20,
        headerSize: MAX_HEADER_BYTES,
      },
    });
  } catch {
    throw invalid({}, 'The form could not be read.');
  }
}
