import { type Endpoint, pathOf } from '#contract/core/define-resource';
import type { ProposalField, ImportProposal, ImportWarning } from '#contract/imports/import-proposal';
import {
  type ImportComparison,
  importEndpoints,
  importsQuery,
  importUpdate,
} from '#contract/imports/imports';
import { codeAbout } from '#contract/core/error-codes';
import { codeOfStatus } from '#contract/core/status-codes';
import type { FakeApiRequest } from './fake-call.ts';
import { fakeBook } from './fake-records.ts';

const field = (value: string, source: ProposalField['source'] = 'tags'): ProposalField => ({
  value,
  source,
  candidates: value === '' ? [] : [{ value, source }],
});

export const fakeWarning = (sentence: string, changes: Partial<ImportWarning> = {}): ImportWarning => ({
  kind: 'incomplete',
  message: sentence,
  path: null,
  book: null,
  ...changes,
});

/** Returns a proposal of one M4B with an EPUB: "Draft 7", three chapters of ten minutes, three texts of four paragraphs. */
export function fakeProposal(id: number, changes: Partial<ImportProposal> = {}): ImportProposal {
  const numbers = [0, 1, 2];
  const proposal: ImportProposal = {
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
    batch_id: id,
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
      isbn: field('978-3-16-148410-0', 'epub'),
      publisher: field('Gull and Tern', 'epub'),
      imprint: field(''),
      language: field('3', 'epub'),
    },
    contributors: [
      { name: 'Nora Vale', role: 'author', sort_name: '', is_known: true, similar: [] },
      { name: 'Mo Lind', role: 'translator', sort_name: '', is_known: false, similar: [] },
    ],
    publication_record: {},
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
    audios: numbers.map((number) => ({
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
      audio: { file: 0, start: number * 600, end: (number + 1) * 600 },
      texts: [{ text: number, from: 0, to: 4 }],
      confidence: 0.9,
      reason: 'The lengths fit.',
    })),
    warnings: [],
    ...changes,
  };
  const { warnings } = proposal;
  return {
    ...proposal,
    warning_count: warnings.length,
    problems: warnings.slice(0, 3).map(({ message: sentence }) => sentence),
  };
}

export interface FakeImports {
  /** The proposals. Changes apply to the next request. */
  readonly proposals: ImportProposal[];
  comparison: Omit<ImportComparison, 'book' | 'book_version'>;
}

export const createFakeImports = (): FakeImports => ({ proposals: [], comparison: { rows: [] } });

interface ErrorInfo {
  readonly message: string;
  readonly code: string;
  readonly errors?: Record<string, string>;
}
type Reject = (status: number, errorInfo: ErrorInfo) => never;

const needsReview = ({ state, warning_count }: ImportProposal): boolean =>
  state === 'failed' || (state === 'ready' && warning_count > 0);

function list({ proposals }: FakeImports, query: unknown) {
  const importsFilter = importsQuery.parse(query);
  const own = proposals.filter(
    ({ state, user, batch_id }) =>
      state !== 'discarded' &&
      (!importsFilter.mine || user?.id === 1) &&
      (importsFilter.batch_id === undefined || batch_id === importsFilter.batch_id),
  );
  const isReady = (proposal: ImportProposal) => proposal.state === 'ready' && proposal.warning_count === 0;
  const imports = own
    .filter(
      (proposal) =>
        (importsFilter.state === undefined || proposal.state === importsFilter.state) &&
        (importsFilter.needs_review === undefined ||
          (importsFilter.needs_review ? needsReview(proposal) : isReady(proposal))) &&
        `${proposal.name} ${proposal.author}`.toLowerCase().includes(importsFilter.search),
    )
    .toSorted((a, b) => b.id - a.id);
  const start = (importsFilter.page - 1) * importsFilter.items_per_page;
  const count = (passes: (proposal: ImportProposal) => boolean) => own.filter(passes).length;
  return {
    items: imports.slice(start, start + importsFilter.items_per_page),
    total: imports.length,
    objects: { total: imports.length },
    counts: {
      receiving: count(({ state }) => state === 'receiving'),
      reading: count(({ state }) => state === 'reading'),
      ready: count(isReady),
      needs_review: count(needsReview),
    },
  };
}

function update(
  fake: FakeImports,
  {
    proposal,
    body,
    reject,
  }: { readonly proposal: ImportProposal; readonly body: unknown; readonly reject: Reject },
): ImportProposal {
  const {
    fields = {},
    version,
    category_code,
    sub_category_code,
    cover,
    chapters,
    contributors,
    series,
  } = importUpdate.parse({
    ...(body as object),
    id: proposal.id,
  });
  if (version !== undefined && version !== proposal.version)
    reject(409, {
      message: 'This import was changed by someone else since you opened it',
      code: codeAbout('import', 'version_conflict'),
    });
  if (fields.name === '')
    reject(422, {
      message: 'Validation failed',
      code: codeOfStatus(422),
      errors: { 'fields.name': 'The title is required' },
    });
  const chaptersById = new Map(proposal.chapters.map((chapter) => [chapter.id, chapter]));
  const next: ImportProposal = {
    ...proposal,
    name: fields.name ?? proposal.name,
    version: (proposal.version ?? 0) + 1,
    fields: {
      ...proposal.fields,
      ...Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          { ...proposal.fields[name as keyof ImportProposal['fields']], value, source: 'manual' },
        ]),
      ),
    },
    ...(category_code !== undefined && { category_code: category_code || null }),
    ...(sub_category_code !== undefined && { sub_category_code: sub_category_code || null }),
    ...(cover !== undefined && { cover }),
    ...(series && { series: series.map((entry) => ({ ...entry, is_known: false })) }),
    ...(contributors && {
      contributors: contributors.map(({ name, role }) => ({
        name,
        role,
        sort_name: '',
        is_known: false,
        similar: [],
      })),
    }),
    ...(chapters && {
      chapters: chapters.map((chapter) => ({
        name_source: 'manual' as const,
        confidence: null,
        reason: '',
        ...chaptersById.get(chapter.id),
        ...chapter,
      })),
    }),
  };
  fake.proposals[fake.proposals.indexOf(proposal)] = next;
  return next;
}

function accept(fake: FakeImports, proposal: ImportProposal, bookId: number) {
  const book = fakeBook(bookId, { name: proposal.name });
  fake.proposals[fake.proposals.indexOf(proposal)] = {
    ...proposal,
    state: 'accepted',
    book: { id: book.id, code: book.code, name: book.name },
  };
  return book;
}

/** Returns the `data` of responses to import requests; undefined for other requests. */
export function respondImports(
  fake: FakeImports,
  call: FakeApiRequest,
  reject: Reject,
): { data: unknown } | undefined {
  const { body } = call;
  const is = (endpoint: Endpoint, id?: number) =>
    call.method === endpoint.method && call.path === pathOf(endpoint, id);
  if (is(importEndpoints.list)) return { data: list(fake, call.query) };
  if (is(importEndpoints.create)) {
    const files = body['files'] as readonly { path: string }[];
    const id = Math.max(0, ...fake.proposals.map((proposal) => proposal.id)) + 1;
    const proposal = fakeProposal(id, {
      state: 'reading',
      name: files[0]?.path ?? '',
      file_count: files.length,
      chapters: [],
    });
    fake.proposals.push(proposal);
    return { data: proposal };
  }
  if (is(importEndpoints.acceptReady)) {
    const ready = fake.proposals.filter(
      (proposal) => proposal.state === 'ready' && proposal.warning_count === 0,
    );
    for (const [index, proposal] of ready.entries()) accept(fake, proposal, 100 + index);
    return { data: { accepted: ready.length, remaining: 0, failed: [] } };
  }
  const [, number] = /^\/imports\/(\d+)(?:\/|$)/.exec(call.path) ?? [];
  if (number === undefined) return undefined;
  const proposal =
    fake.proposals.find(({ id }) => id === Number(number)) ??
    reject(404, { message: 'This import does not exist', code: codeAbout('import', 'not_found') });
  const { id } = proposal;
  if (is(importEndpoints.get, id)) return { data: proposal };
  if (is(importEndpoints.update, id)) return { data: update(fake, { proposal, body, reject }) };
  if (is(importEndpoints.accept, id)) return { data: accept(fake, proposal, Number(body['book_id'] ?? 99)) };
  if (is(importEndpoints.compare, id)) {
    const { name, code, id: bookId } = fakeBook(Number(call.query['book_id']));
    return { data: { book: { id: bookId, code, name }, book_version: 4, ...fake.comparison } };
  }
  if (is(importEndpoints.remove, id)) {
    fake.proposals.splice(fake.proposals.indexOf(proposal), 1);
    return { data: null };
  }
  if (call.path === `/imports/${id}/audio-analyses`) return { data: { items: [] } };
  if (call.path === `/imports/${id}/texts`) {
    const text = Number(call.query['chapter']);
    const count = proposal.texts[text]?.item_count ?? 0;
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
