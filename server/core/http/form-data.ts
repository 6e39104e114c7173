import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { limits } from '#contract/core/limits';
import { knownErrors } from '#contract/core/errors';
import { appError, fieldError } from '#server/core/errors';
import type { StagedFile } from '#server/core/media/staged-file';
import type { FileKind, Staging } from '#server/core/media/staging';
import { createFieldGauge } from './body-limits.ts';
import { discardBody, watchBody } from './incoming.ts';
import { throttle } from './throttle.ts';

const MAX_FILES = 20;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_FILE_NAME = 200;

export type FormEntries = [name: string, value: string][];

export interface FormData {
  readonly entries: FormEntries;
  readonly files: Map<string, StagedFile>;
}

export interface FormOptions {
  /** The fields that accept a file. */
  readonly accepted: Readonly<Record<string, FileKind>>;
  readonly staging: Staging;
  readonly idleMs: number;
  /** The maximum size of all texts together, in bytes. */
  readonly maxTextBytes: number;
  /** The maximum size of the whole body in bytes, with files and part headers. */
  readonly maxBodyBytes: number;
  /** Runs once before the first file is received, with the fields that precede it. An error rejects the form. */
  readonly beforeFiles?: ((entries: FormEntries) => Promise<void>) | undefined;
}

const ignore = () => undefined;

/**
 * Reads a multipart body. Texts are limited and stored in memory. Accepted files are written to the staging folder as they arrive, and
 * files of other fields are ignored. On an error, all staged files are deleted and the rest of the body is discarded.
 */
export async function readFormData(raw: IncomingMessage, options: FormOptions): Promise<FormData> {
  const { accepted, staging, idleMs } = options;
  const entries: FormEntries = [];
  const files = new Map<string, StagedFile>();
  const arrivingFiles: Promise<void>[] = [];
  try {
    await parse();
    return { entries, files };
  } catch (error) {
    void discardBody(raw, idleMs);
    await Promise.allSettled(arrivingFiles);
    await Promise.all([...files.values()].map((file) => file.discard()));
    throw error;
  }

  function parse(): Promise<void> {
    const parser = createParser(raw);
    const streams = new Set<Readable>();
    const fields = new Set<string>();
    const gauge = createFieldGauge();
    let textBytes = 0;
    let bodyBytes = 0;
    let isOver = false;
    let requestCheck: Promise<void> | undefined;

    return new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => {
        if (isOver) return;
        isOver = true;
        end();
        raw.off('data', onData);
        stopThrottle();
        for (const stream of streams) stream.destroy(error instanceof Error ? error : undefined);
        reject(error);
      };
      const end = watchBody(raw, idleMs, fail);

      const stage = async (
        field: string,
        {
          kind,
          stream,
          name,
        }: { readonly kind: FileKind; readonly stream: Readable; readonly name: string | undefined },
      ) => {
        requestCheck ??= options.beforeFiles?.(entries);
        await requestCheck;
        if (name) staging.prepare(kind);
        const file = await staging.receive(field, kind, stream);
        // Browsers send an empty part without a name for an empty file input.
        if (file.size === 0 && !name) {
          await file.discard();
        } else if (fields.has(field)) {
          await file.discard();
          throw fieldError(field, knownErrors.oneFileOnly);
        } else {
          fields.add(field);
          files.set(field, name ? { ...file, name: name.slice(0, MAX_FILE_NAME) } : file);
        }
      };

      const onData = (chunk: Buffer) => {
        bodyBytes += chunk.length;
        if (bodyBytes > options.maxBodyBytes) fail(appError(knownErrors.formTooLarge));
      };

      parser.on('file', (field: string | undefined, stream: BusboyFileStream, name: string | undefined) => {
        // The parser destroys the file stream when the form fails, also before the file is read.
        stream.on('error', ignore);
        const kind = field !== undefined && Object.hasOwn(accepted, field) ? accepted[field] : undefined;
        if (isOver || field === undefined || kind === undefined) {
          stream.resume();
          return;
        }
        streams.add(stream);
        const fileStaging = stage(field, { kind, stream, name }).finally(() => streams.delete(stream));
        arrivingFiles.push(fileStaging);
        fileStaging.catch((error: unknown) => {
          stream.resume();
          fail(error);
        });
      });
      // oxlint-disable-next-line max-params -- The signature is that of busboy’s event.
      parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
        if (name === undefined || isOver) return;
        textBytes += name.length + value.length;
        if (isCut) return fail(fieldError(name, knownErrors.fieldTooLong));
        if (textBytes > options.maxTextBytes) return fail(appError(knownErrors.formTooLarge));
        try {
          gauge(value);
          entries.push([name, value]);
        } catch (error) {
          fail(error);
        }
      });
      for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
        parser.once(event, () => fail(appError(knownErrors.tooManyFields)));
      }
      parser.on('error', () => fail(appError(knownErrors.formUnreadable)));
      parser.once('finish', () => {
        end();
        Promise.all(arrivingFiles).then(() => resolve(), fail);
      });
      raw.on('data', onData);
      const stopThrottle = throttle(raw, parser);
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
    throw appError(knownErrors.formUnreadable);
  }
}
