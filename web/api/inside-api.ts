import type { z } from 'zod';
import { type Endpoint, pathOf } from '#contract/define-resource';
import { isRecord, readPage } from '#contract/envelope';
import {
  type AlignOrder,
  type alignStarted,
  type Inside,
  type InsideDraft,
  type InsideEditor,
  insideEndpoints as endpoints,
  type InsideRevision,
  type InsideRevisionWhole,
} from '#contract/inside';
import { type Scan, scanEndpoints } from '#contract/scans';
import { ApiError } from './api-error.ts';
import { type ApiClient, readData } from './client.ts';
import type { ReadOptions } from './resource-api.ts';

export type AlignStarted = z.infer<typeof alignStarted>;

export interface InsideSaveValues {
  readonly version: number;
  readonly chapters: readonly object[];
  /** Also when story items lead to what goes. */
  readonly force?: boolean;
}

/** The body of a large book goes up and is written in more than a moment. */
function wholeOf<Value>(answer: unknown): Value {
  const data = readData(answer);
  if (!isRecord(data)) throw new ApiError({ kind: 'http', status: 200 });
  return data as Value;
}

/** The calls about the inside of one book. */
export function createInsideApi(client: ApiClient, bookId: number) {
  const call = (endpoint: Endpoint, rest: object = {}) =>
    client.call({ method: endpoint.method, path: pathOf(endpoint, bookId), ...rest });
  const ofRevision = (endpoint: Endpoint, revision: number) => ({
    path: pathOf(endpoint, bookId).replace(':revision', String(revision)),
  });
  return {
    async get({ signal }: ReadOptions = {}): Promise<Inside> {
      return wholeOf(await call(endpoints.get, { signal }));
    },
    /** What is known of its sound, with all pauses. */
    async scans({ signal }: ReadOptions = {}): Promise<readonly Scan[]> {
      return readPage<Scan>(await call(scanEndpoints.ofBook, { query: { with_silences: 'true' }, signal }))
        .items;
    },
    async save(values: InsideSaveValues): Promise<Inside> {
      return wholeOf(await call(endpoints.save, { json: values }));
    },
    async readDraft({ signal }: ReadOptions = {}): Promise<InsideDraft | undefined> {
      const data = readData(await call(endpoints.readDraft, { signal }));
      return isRecord(data) ? (data as InsideDraft) : undefined;
    },
    async saveDraft(base_version: number, document: object): Promise<void> {
      await call(endpoints.saveDraft, { json: { base_version, document } });
    },
    async removeDraft(): Promise<void> {
      await call(endpoints.removeDraft);
    },
    async beEditor(takeOver: boolean, { signal }: ReadOptions = {}): Promise<InsideEditor> {
      return wholeOf(await call(endpoints.beEditor, { json: takeOver ? { take_over: true } : {}, signal }));
    },
    async readEditor({ signal }: ReadOptions = {}): Promise<InsideEditor> {
      return wholeOf(await call(endpoints.readEditor, { signal }));
    },
    async leave(): Promise<void> {
      await call(endpoints.leave, { keepalive: true });
    },
    async revisions({ signal }: ReadOptions = {}): Promise<readonly InsideRevision[]> {
      return readPage<InsideRevision>(await call(endpoints.revisions, { signal })).items;
    },
    async revision(revision: number, { signal }: ReadOptions = {}): Promise<InsideRevisionWhole> {
      return wholeOf(await call(endpoints.revision, { ...ofRevision(endpoints.revision, revision), signal }));
    },
    async align(version: number, chapters: AlignOrder['chapters']): Promise<AlignStarted> {
      return wholeOf(await call(endpoints.align, { json: { version, chapters } }));
    },
  };
}

export type InsideApi = ReturnType<typeof createInsideApi>;
