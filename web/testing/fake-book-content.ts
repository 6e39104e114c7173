import { pathOf } from '#contract/core/define-resource';
import {
  type BookContent,
  bookContentEndpoints,
  type BookContentEditor,
  type BookContentVersion,
  bookContentSave,
} from '#contract/book-content/book-content';
import { type AudioAnalysis, audioAnalysisEndpoints } from '#contract/audio/audio-analysis';
import { proofingEndpoints, type ProofingSync } from '#contract/proofing/proofing';
import { proofingReportOf } from '#contract/proofing/proofing-report';
import type { FakeApiRequest } from './fake-call.ts';

type Chapter = BookContent['chapters'][number];
type TextItem = NonNullable<Chapter['text_items']>[number];

export interface FakeBookContents {
  /** The content by book ID. Changes apply to the next request. */
  readonly byBook: Map<number, BookContent>;
  readonly analyses: Map<number, AudioAnalysis[]>;
  readonly syncs: Map<number, ProofingSync>;
  readonly autosaves: Map<number, { base_version: number; saved_at: string; document: unknown }>;
  readonly revisions: { meta: BookContentVersion; chapters: Chapter[] }[];
  /** The current editor, if it is another user. */
  editor: BookContentEditor | undefined;
  /** Codes of chapters that story items refer to. */
  readonly storyCodes: Set<string>;
}

export const createFakeBookContents = (): FakeBookContents => ({
  byBook: new Map(),
  analyses: new Map(),
  syncs: new Map(),
  autosaves: new Map(),
  revisions: [],
  editor: undefined,
  storyCodes: new Set(),
});

export const fakeTextItem = (id: number, text: string, changes: Partial<TextItem> = {}): TextItem => ({
  id,
  code: `T-${id}`,
  text,
  start: null,
  end: null,
  confidence: null,
  state: null,
  sentences: [],
  ...changes,
});

export const fakeChapter = (id: number, name: string, changes: Partial<Chapter> = {}): Chapter => ({
  id,
  code: `CH-${id}`,
  name,
  start: null,
  end: null,
  audio_url: null,
  duration: 0,
  is_locked: false,
  name_by: null,
  times_by: null,
  audio_without_text: [],
  text_items: [],
  ...changes,
});

/** Returns three chapters of ten minutes in one file with two paragraphs each. */
export function fakeBookContent(id: number, changes: Partial<BookContent> = {}): BookContent {
  return {
    id,
    version: 1,
    updated_at: '2026-01-02T03:04:05.000Z',
    name: `Book ${id}`,
    code: `BK-00000${id}`,
    language: 3,
    audio_url: '/media/book.mp3',
    chapter_count: 3,
    duration: 1800,
    reading_time: 60,
    revision: 0,
    chapters: [1, 2, 3].map((number) =>
      fakeChapter(number, `Part ${number}`, {
        start: (number - 1) * 600,
        end: number * 600,
        duration: 600,
        text_items: [
          fakeTextItem(number * 10 + 1, `First text of part ${number}. It goes on.`),
          fakeTextItem(number * 10 + 2, `Second text of part ${number}.`),
        ],
      }),
    ),
    ...changes,
  };
}

export const fakeAnalysis = (changes: Partial<AudioAnalysis> = {}): AudioAnalysis => ({
  audio_url: '/media/book.mp3',
  state: 'done',
  seconds: 1800,
  sample_rate: 44_100,
  channels: 2,
  codec: 'MPEG 1 Layer 3',
  lufs: -19.4,
  true_peak_db: -1,
  rms_db: -20,
  floor_db: -60,
  speech_db: -20,
  peaks_url: null,
  problems: [],
  // A pause of two seconds before each full minute.
  silences: Array.from({ length: 29 }, (_, index) => [(index + 1) * 60 - 2, (index + 1) * 60]).flat(),
  clipped: [],
  clicks: [],
  error: null,
  ...changes,
});

type Reject = (status: number, message: string, code: string, details?: object) => never;

/** Returns the book content after a save: entries with IDs receive the sent changes, new ones receive IDs. */
function saveContent(before: BookContent, body: unknown): BookContent {
  const { chapters: inputChapters } = bookContentSave.parse({ ...(body as object), id: before.id });
  const chapters = new Map(before.chapters.map((chapter) => [chapter.id, chapter]));
  const items = new Map(
    before.chapters.flatMap((chapter) => (chapter.text_items ?? []).map((item) => [item.id, item])),
  );
  let next = 1000 * before.version;
  const fresh = () => {
    next += 1;
    return next;
  };
  const definedFields = <Value extends object>(value: Value) =>
    Object.fromEntries(Object.entries(value).filter(([key, field]) => key !== 'id' && field !== undefined));
  return {
    ...before,
    version: before.version + 1,
    revision: before.revision + 1,
    chapters: inputChapters.map((chapter): Chapter => {
      const { text_items: texts, upload_id: _upload, ...own } = chapter;
      const savedChapter = chapter.id === undefined ? undefined : chapters.get(chapter.id);
      return {
        ...(savedChapter ?? fakeChapter(fresh(), 'Chapter')),
        ...(definedFields(own) as Partial<Chapter>),
        ...(texts && {
          text_items: texts.map((item) => {
            const storedText = item.id === undefined ? undefined : items.get(item.id);
            return {
              ...(storedText ?? fakeTextItem(fresh(), '')),
              ...(definedFields(item) as Partial<TextItem>),
            };
          }),
        }),
      };
    }),
  };
}

const ok = (data: unknown, message = 'OK') => ({ success: true, message, data });

/** Returns the response to a request about book content; undefined for other requests. */
export function respondBookContent(fake: FakeBookContents, call: FakeApiRequest, reject: Reject): unknown {
  const id = Number(/^\/books\/(\d+)\//.exec(call.path)?.[1]);
  const bookContent = fake.byBook.get(id);
  if (!bookContent) return undefined;
  const is = (endpoint: { readonly method: string; readonly path: string }) =>
    call.method === endpoint.method && call.path === pathOf(endpoint as never, id);
  if (is(bookContentEndpoints.get)) return ok(bookContent);
  if (is(audioAnalysisEndpoints.ofBook)) return ok({ items: fake.analyses.get(id) ?? [fakeAnalysis()] });
  if (is(proofingEndpoints.report))
    return ok(
      proofingReportOf(bookContent, fake.analyses.get(id) ?? [fakeAnalysis()], fake.syncs.get(id) ?? null),
    );
  if (is(bookContentEndpoints.save)) {
    if (call.body['version'] !== bookContent.version)
      reject(409, 'This book was changed by someone else since you opened it', 'books.version_conflict');
    const next = saveContent(bookContent, call.body);
    const removedChapters = bookContent.chapters.filter(
      ({ id: own }) => !next.chapters.some((chapter) => chapter.id === own),
    );
    const brokenChapters = removedChapters.filter(({ code }) => fake.storyCodes.has(code));
    if (brokenChapters.length > 0 && call.body['force'] !== true)
      reject(409, 'Story items lead to what would go.', 'book_content.breaks_stories', {
        story_items: brokenChapters.map(({ code }) => ({
          story_book_id: 1,
          story_book_title: 'Evening stories',
          position: 0,
          chapter_code: code,
          text_item_code: 'T-11',
        })),
      });
    fake.byBook.set(id, next);
    return ok(next, 'Chapters saved successfully');
  }
  if (is(bookContentEndpoints.readAutosave)) return ok(fake.autosaves.get(id) ?? null);
  if (is(bookContentEndpoints.saveAutosave)) {
    const { base_version, document } = call.body;
    fake.autosaves.set(id, {
      base_version: Number(base_version),
      saved_at: new Date().toISOString(),
      document,
    });
    return ok(null);
  }
  if (is(bookContentEndpoints.removeAutosave)) {
    fake.autosaves.delete(id);
    return ok(null);
  }
  if (is(bookContentEndpoints.readEditor) || is(bookContentEndpoints.beEditor)) {
    if (call.body['take_over'] === true) fake.editor = undefined;
    return ok(
      fake.editor ?? {
        user: { id: 1, name: 'Ada Editor' },
        since: null,
        is_you: true,
        taken_over_from: null,
      },
    );
  }
  if (is(bookContentEndpoints.leave)) return ok(null);
  if (is(bookContentEndpoints.revisions)) return ok({ items: fake.revisions.map(({ meta }) => meta) });
  const number = /\/versions\/(\d+)$/.exec(call.path)?.[1];
  const revision = fake.revisions.find(({ meta }) => String(meta.revision) === number);
  if (revision) return ok({ ...revision.meta, chapters: revision.chapters });
  if (is(bookContentEndpoints.align))
    return ok({ job_id: 77, is_new: true, chapter_count: bookContent.chapters.length });
  return undefined;
}
