import { type Endpoint, pathOf } from '#contract/define-resource';
import type { DraftField, ImportDraft, ImportWarning } from '#contract/import-draft';
import { type ImportComparison, importEndpoints, importsQuery, importUpdate } from '#contract/imports';
import { codeAbout, codeOfStatus } from '#contract/failures';
import type { FakeCall } from './fake-api.ts';
import { fakeBook } from './fake-records.ts';

const field = (value: string, source: DraftField['source'] = 'tags'): DraftField => ({
  value,
  source,
  candidates: value === '' ? [] : [{ value, source }],
});

export const fakeWarning = (sentence: string, changes: Partial<ImportWarning> = {}): ImportWarning => ({
  kind: 'incomplete',
  sentence,
  path: null,
  book: null,
  ...changes,
});

/** A draft of one M4B with an EPUB: "Draft 7", three chapters of ten minutes, three texts of four paragraphs. */
export function fakeDraft(id: number, changes: Partial<ImportDraft> = {}): ImportDraft {
  const numbers = [0, 1, 2];
  const draft: ImportDraft = {
    id,
    state: 'ready',
    name: `Draft ${id}`,
    author: 'Nora Vale',
    language: 3,
    thumbnail_url: null,
    chapter_count: 3,
    duration: 1800,
    text_count: 12,
    file_count: 2,
    size: 5_000_000,
    warning_count: 0,
    problems: [],
    error: null,
    job_id: null,
    drop_id: id,
    user: { id: 1, name: 'Ada Editor' },
    book: null,
    created_at: '2026-01-02T03:04:05.000Z',
    expires_at: '2026-02-01T03:04:05.000Z',
    version: 1,
    updated_at: '2026-01-02T03:04:05.000Z',
    fields: {
      name: {
        ...field(`Draft ${id}`),
        candidates: [
          { value: `Draft ${id}`, source: 'tags' },
          { value: 'The Draft', source: 'epub' },
        ],
      },
      author: field('Nora Vale'),
      narrator: field(''),
      description: field('Found in the file.', 'epub'),
      year: field('1912'),
      language: field('3', 'epub'),
    },
    category_code: null,
    sub_category_code: null,
    cover: null,
    covers: [],
    files: [
      {
        path: 'draft.m4b',
        kind: 'audio',
        size: 4_900_000,
        seconds: 1800,
        audio_url: '/media/draft.m4b',
        problem: null,
      },
      { path: 'draft.epub', kind: 'epub', size: 100_000, seconds: null, audio_url: null, problem: null },
    ],
    sounds: numbers.map((number) => ({
      file: 0,
      start: number * 600,
      end: (number + 1) * 600,
      title: `Track ${number + 1}`,
      source: 'tags',
    })),
    texts: numbers.map((number) => ({
      title: `Part ${number + 1}`,
      item_count: 4,
      characters: 400,
      beginning: `Text ${number + 1} begins.`,
      source: 'contents',
    })),
    chapters: numbers.map((number) => ({
      id: `c${number + 1}`,
      name: `Part ${number + 1}`,
      name_source: 'contents',
      sound: { file: 0, start: number * 600, end: (number + 1) * 600 },
      texts: [{ text: number, from: 0, to: 4 }],
      confidence: 0.9,
      reason: 'The lengths fit.',
    })),
    warnings: [],
    ...changes,
  };
  const { warnings } = draft;
  return {
    ...draft,
    warning_count: warnings.length,
    problems: warnings.slice(0, 3).map(({ sentence }) => sentence),
  };
}

export interface FakeImports {
  /** Change freely; the next call sees it. */
  readonly drafts: ImportDraft[];
  comparison: Omit<ImportComparison, 'book' | 'book_version'>;
}

export const createFakeImports = (): FakeImports => ({ drafts: [], comparison: { rows: [] } });

interface Refusal {
  readonly message: string;
  readonly code: string;
  readonly errors?: Record<string, string>;
}
type Refuse = (status: number, refusal: Refusal) => never;

const needsLook = ({ state, warning_count }: ImportDraft): boolean =>
  state === 'failed' || (state === 'ready' && warning_count > 0);

function list({ drafts }: FakeImports, query: unknown) {
  const asked = importsQuery.parse(query);
  const own = drafts.filter(
    ({ state, user, drop_id }) =>
      state !== 'dropped' &&
      (!asked.mine || user?.id === 1) &&
      (asked.drop_id === undefined || drop_id === asked.drop_id),
  );
  const isReady = (draft: ImportDraft) => draft.state === 'ready' && draft.warning_count === 0;
  const found = own
    .filter(
      (draft) =>
        (asked.state === undefined || draft.state === asked.state) &&
        (asked.needs_look === undefined || (asked.needs_look ? needsLook(draft) : isReady(draft))) &&
        `${draft.name} ${draft.author}`.toLowerCase().includes(asked.search),
    )
    .toSorted((a, b) => b.id - a.id);
  const start = (asked.page - 1) * asked.items_per_page;
  const count = (passes: (draft: ImportDraft) => boolean) => own.filter(passes).length;
  return {
    items: found.slice(start, start + asked.items_per_page),
    total: found.length,
    objects: { total: found.length },
    counts: {
      receiving: count(({ state }) => state === 'receiving'),
      reading: count(({ state }) => state === 'reading'),
      ready: count(isReady),
      needs_look: count(needsLook),
    },
  };
}

function update(fake: FakeImports, draft: ImportDraft, body: unknown, refuse: Refuse): ImportDraft {
  const {
    fields = {},
    version,
    category_code,
    sub_category_code,
    cover,
    chapters,
  } = importUpdate.parse({
    ...(body as object),
    id: draft.id,
  });
  if (version !== undefined && version !== draft.version)
    refuse(409, {
      message: 'This import was changed by someone else since you opened it',
      code: codeAbout('import', 'version_conflict'),
    });
  if (fields.name === '')
    refuse(422, {
      message: 'Validation failed',
      code: codeOfStatus(422),
      errors: { 'fields.name': 'The title is required' },
    });
  const known = new Map(draft.chapters.map((chapter) => [chapter.id, chapter]));
  const next: ImportDraft = {
    ...draft,
    name: fields.name ?? draft.name,
    version: (draft.version ?? 0) + 1,
    fields: {
      ...draft.fields,
      ...Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          { ...draft.fields[name as keyof ImportDraft['fields']], value, source: 'hand' },
        ]),
      ),
    },
    ...(category_code !== undefined && { category_code: category_code || null }),
    ...(sub_category_code !== undefined && { sub_category_code: sub_category_code || null }),
    ...(cover !== undefined && { cover }),
    ...(chapters && {
      chapters: chapters.map((chapter) => ({
        name_source: 'hand' as const,
        confidence: null,
        reason: '',
        ...known.get(chapter.id),
        ...chapter,
      })),
    }),
  };
  fake.drafts[fake.drafts.indexOf(draft)] = next;
  return next;
}

function accept(fake: FakeImports, draft: ImportDraft, bookId: number) {
  const book = fakeBook(bookId, { name: draft.name });
  fake.drafts[fake.drafts.indexOf(draft)] = {
    ...draft,
    state: 'accepted',
    book: { id: book.id, code: book.code, name: book.name },
  };
  return book;
}

/** What the calls about imports answer as `data`; undefined for other calls. */
export function answerImports(
  fake: FakeImports,
  call: FakeCall,
  refuse: Refuse,
): { data: unknown } | undefined {
  const { body } = call;
  const is = (endpoint: Endpoint, id?: number) =>
    call.method === endpoint.method && call.path === pathOf(endpoint, id);
  if (is(importEndpoints.list)) return { data: list(fake, call.query) };
  if (is(importEndpoints.create)) {
    const files = body['files'] as readonly { path: string }[];
    const id = Math.max(0, ...fake.drafts.map((draft) => draft.id)) + 1;
    const draft = fakeDraft(id, {
      state: 'reading',
      name: files[0]?.path ?? '',
      file_count: files.length,
      chapters: [],
    });
    fake.drafts.push(draft);
    return { data: draft };
  }
  if (is(importEndpoints.acceptReady)) {
    const ready = fake.drafts.filter((draft) => draft.state === 'ready' && draft.warning_count === 0);
    for (const [index, draft] of ready.entries()) accept(fake, draft, 100 + index);
    return { data: { accepted: ready.length, remaining: 0, failed: [] } };
  }
  const [, number] = /^\/imports\/(\d+)(?:\/|$)/.exec(call.path) ?? [];
  if (number === undefined) return undefined;
  const draft =
    fake.drafts.find(({ id }) => id === Number(number)) ??
    refuse(404, { message: 'This import does not exist', code: codeAbout('import', 'not_found') });
  const { id } = draft;
  if (is(importEndpoints.get, id)) return { data: draft };
  if (is(importEndpoints.update, id)) return { data: update(fake, draft, body, refuse) };
  if (is(importEndpoints.accept, id)) return { data: accept(fake, draft, Number(body['book_id'] ?? 99)) };
  if (is(importEndpoints.compare, id)) {
    const { name, code, id: bookId } = fakeBook(Number(call.query['book_id']));
    return { data: { book: { id: bookId, code, name }, book_version: 4, ...fake.comparison } };
  }
  if (is(importEndpoints.remove, id)) {
    fake.drafts.splice(fake.drafts.indexOf(draft), 1);
    return { data: null };
  }
  if (call.path === `/imports/${id}/scans`) return { data: { items: [] } };
  if (call.path === `/imports/${id}/texts`) {
    const text = Number(call.query['chapter']);
    const count = draft.texts[text]?.item_count ?? 0;
    const size = Number(call.query['items_per_page'] ?? 10);
    const start = (Number(call.query['page'] ?? 1) - 1) * size;
    const items = Array.from({ length: Math.max(0, Math.min(size, count - start)) }, (_, index) => ({
      position: start + index,
      text: `Paragraph ${start + index + 1} of text ${text + 1}.`,
    }));
    return { data: { items, total: count, objects: { total: count } } };
  }
  return undefined;
}
