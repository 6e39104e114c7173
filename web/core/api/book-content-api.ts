import type { z } from 'zod';
import { type Endpoint, pathOf } from '#contract/core/define-resource';
import { isRecord, readPage } from '#contract/core/envelope';
import {
  type AlignOrder,
  type alignStarted,
  type BookContent,
  type BookContentAutosave,
  type BookContentEditor,
  bookContentEndpoints as endpoints,
  type BookContentVersion,
  type BookContentVersionDetail,
} from '#contract/book-content/book-content';
import { type AudioAnalysis, audioAnalysisEndpoints } from '#contract/audio/audio-analysis';
import { type ApiClient, readData, readObject } from './client.ts';
import type { ReadOptions } from './resource-reader.ts';

export type AlignStarted = z.infer<typeof alignStarted>;

export interface BookContentSaveValues {
  readonly version: number;
  readonly chapters: readonly object[];
  /** True deletes content that story items refer to. */
  readonly force?: boolean;
}

/** Returns the functions for the content of one book. */
export function createBookContentApi(client: ApiClient, bookId: number) {
  const call = (endpoint: Endpoint, rest: object = {}) =>
    client.call({ method: endpoint.method, path: pathOf(endpoint, bookId), ...rest });
  const ofVersion = (endpoint: Endpoint, revision: number) => ({
    path: pathOf(endpoint, bookId).replace(':revision', String(revision)),
  });
  return {
    async get({ signal }: ReadOptions = {}): Promise<BookContent> {
      return readObject(await call(endpoints.get, { isInRelease: true, signal }));
    },
    /** Reads the audio analyses of the book's files with all pauses. */
    async analyses({ signal }: ReadOptions = {}): Promise<readonly AudioAnalysis[]> {
      return readPage<AudioAnalysis>(
        await call(audioAnalysisEndpoints.ofBook, {
          query: { with_silences: 'true' },
          isInRelease: true,
          signal,
        }),
      ).items;
    },
    async save(values: BookContentSaveValues): Promise<BookContent> {
      return readObject(await call(endpoints.save, { json: values, isInRelease: true }));
    },
    async readAutosave({ signal }: ReadOptions = {}): Promise<BookContentAutosave | undefined> {
      const data = readData(await call(endpoints.readAutosave, { signal }));
      return isRecord(data) ? (data as BookContentAutosave) : undefined;
    },
    async saveAutosave(base_version: number, document: object): Promise<void> {
      await call(endpoints.saveAutosave, { json: { base_version, document } });
    },
    async removeAutosave(): Promise<void> {
      await call(endpoints.removeAutosave);
    },
    async claimEditor(takeOver: boolean, { signal }: ReadOptions = {}): Promise<BookContentEditor> {
      return readObject(
        await call(endpoints.beEditor, { json: takeOver ? { take_over: true } : {}, signal }),
      );
    },
    async readEditor({ signal }: ReadOptions = {}): Promise<BookContentEditor> {
      return readObject(await call(endpoints.readEditor, { signal }));
    },
    async leave(): Promise<void> {
      await call(endpoints.leave, { keepalive: true });
    },
    async revisions({ signal }: ReadOptions = {}): Promise<readonly BookContentVersion[]> {
      return readPage<BookContentVersion>(await call(endpoints.revisions, { signal })).items;
    },
    async revision(revision: number, { signal }: ReadOptions = {}): Promise<BookContentVersionDetail> {
      return readObject(
        await call(endpoints.revision, { ...ofVersion(endpoints.revision, revision), signal }),
      );
    },
    async align(
      version: number,
      chapters: AlignOrder['chapters'],
      match_chapters = false,
    ): Promise<AlignStarted> {
      const json = { version, chapters, ...(match_chapters && { match_chapters }) };
      return readObject(await call(endpoints.align, { json }));
    },
  };
}

export type BookContentApi = ReturnType<typeof createBookContentApi>;
