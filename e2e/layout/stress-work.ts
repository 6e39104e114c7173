import { stressReleases } from './stress-releases.ts';
import type { Route } from '@playwright/test';
import { stressName, long, ten, unbreakable } from './stress-names.ts';

/*
 * Stress data for the screens around the catalogue. Lists that are empty at first are generated. Other responses are those of the
 * server with longer names.
 */

const time = '2026-01-02T03:04:05.000Z';
const later = '2027-01-02T03:04:05.000Z';
const userOf = (index: number) => (index % 4 === 3 ? null : { id: index + 1, name: stressName(index + 1) });

const kinds = ['books', 'categories', 'collections', 'story-books', 'challenges'];
const trash = ten.map((index) => ({
  id: index + 1,
  kind: kinds[index % kinds.length],
  record: { id: index + 1, name: stressName(index) },
  code: index % 2 === 0 ? unbreakable.slice(0, 60) : null,
  image_key: null,
  deleted_at: time,
  deleted_by: userOf(index),
  expires_at: later,
  entry_id: index + 1,
  files: 3,
  bytes: 2 ** 31,
  chapters: 400,
  places: index * 12,
}));

const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'];
const jobs = ten.map((index) => ({
  id: index + 1,
  kind: index % 2 === 0 ? 'import' : 'align',
  subject_id: String(index + 1),
  title: stressName(index),
  state: jobStates[index % jobStates.length],
  progress: index / 10,
  stage: index % 5 === 1 ? long : '',
  attempts: 3,
  error: index % 5 === 3 ? long : null,
  result: null,
  is_cancelling: index === 6,
  user: userOf(index),
  created_at: time,
  run_at: time,
  changed_at: time,
  finished_at: index % 5 > 1 ? time : null,
}));

const importStates = ['ready', 'receiving', 'reading', 'accepted', 'failed'];
const summary = (index: number, state = importStates[index % importStates.length]) => ({
  id: index + 1,
  state,
  name: stressName(index),
  author: stressName(index + 1),
  language: 3,
  thumbnail_url: null,
  chapter_count: 3_000,
  duration: 359_999,
  text_count: 100_000,
  file_count: 2_000,
  size: 20 * 2 ** 30,
  warning_count: index % 3 === 0 ? 12 : 0,
  problems: index % 3 === 0 ? [long, stressName(6), stressName(5)] : [],
  error: state === 'failed' ? long : null,
  job_id: null,
  batch_id: 1,
  user: userOf(index),
  book: state === 'accepted' ? { id: 1, code: 'BK-000001', name: stressName(index) } : null,
  created_at: time,
  expires_at: later,
  version: 1,
  updated_at: time,
});

const field = (value: string) => ({
  value,
  source: 'tags',
  candidates: [
    { value, source: 'tags' },
    { value: unbreakable, source: 'epub' },
    { value: stressName(5), source: 'path' },
  ],
});
const numbers = Array.from({ length: 12 }, (_, index) => index);
const path = (index: number) => `${stressName(index)}/${unbreakable.slice(0, 200)}.m4b`;
const proposal = {
  ...summary(0, 'ready'),
  fields: {
    name: field(stressName(5)),
    author: field(stressName(1)),
    narrator: field(stressName(0)),
    description: field(long),
    year: field('1912'),
    isbn: field('978-3-16-148410-0'),
    publisher: field('North Shore Audio'),
    imprint: field(''),
    language: field('3'),
  },
  contributors: [1, 2].map((index) => ({
    name: stressName(index),
    role: 'translator',
    sort_name: '',
    is_known: false,
    similar: ten.map((id) => ({ id, name: stressName(id), book_count: 1_234 })),
  })),
  series: [
    { title: unbreakable, position: '1,000.5–2,000.5', is_known: true, similar: [] },
    {
      title: long.slice(0, 500),
      position: '',
      is_known: false,
      similar: ten.map((id) => ({ id, title: stressName(id), book_count: 1_234 })),
    },
  ],
  publication_record: {
    gtin: '4006381333931',
    doi: `10.1000/${unbreakable.slice(0, 150)}`,
    other_identifiers: `ASIN: B00ABCDEFG; Shop: ${unbreakable.slice(0, 300)}`,
    keywords: long.slice(0, 900),
  },
  edition_of: { code: 'BK-000002', name: stressName(3) },
  sample: { chapter_code: unbreakable.slice(0, 60), start: 12, end: 45 },
  category_code: null,
  sub_category_code: null,
  cover: null,
  covers: [],
  files: numbers.map((index) => ({
    path: path(index),
    kind: index === 11 ? 'other' : 'audio',
    size: 2 ** 31,
    seconds: index === 11 ? null : 3_600,
    audio_url: null,
    problem: index === 11 ? long : null,
  })),
  audios: numbers.map((index) => ({
    file: 0,
    start: index * 90,
    end: (index + 1) * 90,
    title: stressName(index),
    source: 'tags',
  })),
  texts: numbers.map((index) => ({
    title: stressName(index),
    item_count: 1_234,
    characters: 123_456,
    beginning: long,
    source: 'contents',
  })),
  chapters: numbers.map((index) => ({
    id: `c${index}`,
    name: stressName(index),
    name_source: 'contents',
    audio: index % 7 === 3 ? null : { file: 0, start: index * 90, end: (index + 1) * 90 },
    texts: index % 7 === 5 ? [] : [{ text: index, from: 0, to: 1_234 }],
    confidence: index % 7 === 3 || index % 7 === 5 ? null : (index % 10) / 10,
    reason: index % 3 === 0 ? long : '',
  })),
  warnings: ten.map((index) => ({
    kind: index === 0 ? 'same_book' : 'unreadable',
    message: index === 0 ? long : stressName(index),
    path: index === 0 ? null : path(index),
    book: index === 0 ? { id: 1, code: 'BK-000001', name: unbreakable } : null,
  })),
};

const mergeFields = [
  'name',
  'author',
  'narrator',
  'description',
  'isbn',
  'language',
  'contributors',
  'series',
  'asin',
  'other_identifiers',
  'subjects',
  'cover',
  'chapters',
];
const comparison = {
  book: proposal.warnings[0]?.book,
  book_version: 3,
  rows: mergeFields.map((name, index) => ({
    field: name,
    today: name === 'cover' ? '' : index % 2 === 0 ? long : unbreakable,
    found: name === 'cover' ? '' : index % 2 === 0 ? unbreakable : long,
    is_same: index === 3,
    is_locked: index === 1,
    is_proposed: index === 2,
    ...(name === 'isbn' && { problem: long }),
  })),
};

const tokens = ten.slice(0, 3).map((index) => ({
  id: index + 1,
  name: stressName(index),
  permissions: ['books:edit'],
  created_at: time,
  expires_at: later,
  last_used_at: index === 1 ? time : null,
}));

const list = (items: readonly object[]) => ({
  items,
  total: 12_345,
  objects: { total: 12_345 },
  counts: { receiving: 12, reading: 34, ready: 1_234, needs_review: 567 },
});

/** The references of any record. */
export const stressReferences = {
  keeps: false,
  references: ['collections', 'challenges', 'mobile-configs'].map((kind, which) => ({
    kind,
    total: 1_234,
    items: ten.map((index) => ({
      id: index + 1,
      name: stressName(index + which),
      place: which === 1 ? index : null,
      block: which === 2 ? stressName(index + 3) : null,
    })),
  })),
  home_screens: ten.map((index) => ({
    id: index + 1,
    name: stressName(index),
    is_main_service: index === 0,
    block_number: 12,
    block: stressName(index + 3),
    place: index,
    through:
      index % 2 === 0
        ? { kind: 'collections', id: index + 1, name: stressName(index + 5), place: 1_234 }
        : null,
  })),
  home_screens_total: 1_234,
};

/** The preview of a spreadsheet import. */
export const stressSpreadsheet = {
  id: 1,
  total: 12_345,
  created: 345,
  changed: 10_000,
  unchanged: 1_900,
  rejected: 100,
  ignored_columns: [unbreakable, stressName(2)],
  rows: ten.map((index) => ({
    line: index * 1_234 + 2,
    name: stressName(index),
    changes: [
      { column: 'name', before: index % 2 === 0 ? '' : stressName(index + 1), after: stressName(index) },
      { column: 'sub_category_code', before: unbreakable.slice(0, 120), after: '' },
      { column: 'description', before: long, after: unbreakable },
    ].slice(index % 3),
  })),
  errors: ten.map((index) => ({
    line: index + 2,
    column: index === 0 ? '' : 'sub_category_code',
    reason: index % 2 === 0 ? long : `No sub-category found with code ${unbreakable}.`,
  })),
};

/** Generated response data by path. */
const series = ten.map((index) => ({
  id: index + 1,
  title: stressName(index),
  description: index % 2 === 0 ? long : '',
  is_ordered: index % 2 === 0,
  image: null,
  thumbnail_url: null,
  books: Array.from({ length: index * 4 }, (_, position) => ({
    code: `BK-${String(position + 1).padStart(6, '0')}`,
    name: stressName(position + index),
    position: '1,000.5–2,000.5',
  })),
  version: 1,
}));

const publishers = ten.map((index) => ({
  id: index + 1,
  name: stressName(index),
  website: `https://${'publisher'.repeat(12)}.example.org/${index}`,
  description: index % 2 === 0 ? long : '',
  image: null,
  thumbnail_url: null,
  imprints: Array.from({ length: index * 4 }, (_, position) => ({
    id: index * 100 + position,
    name: stressName(position + index),
  })),
  version: 1,
}));

export const stressWork: Readonly<Record<string, unknown>> = {
  ...stressReleases,
  trash: list(trash),
  jobs: list(jobs),
  imports: list(ten.map((index) => summary(index))),
  'imports/1': proposal,
  'imports/1/compare': comparison,
  'series/list': list(series),
  'publishers/list': list(publishers),
  tokens: { ...list(tokens), total: tokens.length },
};

/** Returns true for paths whose server responses get longer names. */
export const isStretched = (address: string): boolean =>
  /^(users|users\/\d+|journal|journal\/\d+|reports\/doctor\/findings|profile\/sessions|books\/\d+\/(inside|history))$/.test(
    address,
  );

const texts = new Set(['name', 'title', 'detail', 'reason', 'browser', 'text', 'before', 'after']);

/** Sends the response of the server with each name and text replaced by one that is hard to lay out. */
export async function stretch(route: Route): Promise<void> {
  const response = await route.fetch();
  let count = 0;
  const body: unknown = JSON.parse(await response.text(), (key, value: unknown) =>
    texts.has(key) && typeof value === 'string' && value !== '' ? stressName(count++) : value,
  );
  await route.fulfill({ response, json: body });
}
