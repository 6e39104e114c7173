import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ContributorRole } from '#contract/contributors/contributors';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { makeFlac, makeOgg } from '#server/testing/ogg-files';
import { makeProposal } from '../proposal/make-proposal.ts';
import { readAudio } from './audio.ts';

/* The tags of audiobooks by many programs and shops, and the fields that a proposal has for them. */

const lines = readFileSync(new URL('tag-conventions.txt', import.meta.url), 'utf8').split('\n');
const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));

const entriesOf = (cell = '') =>
  cell.split(' | ').map((entry): [string, string] => {
    const index = entry.indexOf('=');
    return [entry.slice(0, index), entry.slice(index + 1)];
  });

async function fileWith(format: string, tags: readonly [string, string][]): Promise<Buffer> {
  if (format === 'mp3') return makeMp3({ tags: Object.fromEntries(tags) });
  if (format === 'm4b') return makeM4b({ tags: Object.fromEntries(tags) });
  const comments = tags.map((tag) => tag.join('='));
  return format === 'flac' ? makeFlac(comments) : makeOgg(format === 'opus' ? 'opus' : 'vorbis', comments);
}

async function fieldsOf(format: string, tags: readonly [string, string][]): Promise<Record<string, string>> {
  const parsedFile = await readAudio(sourceOfBuffer(await fileWith(format, tags)));
  const file = { kind: 'audio' as const, path: 'file.bin', size: 1, found: parsedFile };
  const bookFiles = { folder: '', epub: undefined, audio: [file], cues: [], images: [] };
  const { proposal } = await makeProposal(bookFiles, () => 0);
  const { fields, contributors, publication_record, series = [] } = proposal;
  const namesOf = (role: ContributorRole) =>
    contributors.flatMap((contributor) => (contributor.role === role ? [contributor.name] : [])).join('; ');
  const values = {
    name: fields.name.value,
    author: namesOf('author'),
    translator: namesOf('translator'),
    illustrator: namesOf('illustrator'),
    editor: namesOf('editor'),
    foreword: namesOf('foreword'),
    narrator: namesOf('narrator'),
    year: fields.year.value,
    publisher: fields.publisher.value,
    isbn: fields.isbn.value,
    asin: (publication_record?.other_identifiers ?? '').replace('ASIN: ', ''),
    series: series
      .map(({ title, position }) => (position === '' ? title : `${title} #${position}`))
      .join('; '),
    language: fields.language.source === 'tags' ? fields.language.value : '',
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

test('has at least 200 rows', () => expect(rows.length).toBeGreaterThanOrEqual(200));

test.each(rows)('%s, %s: %s', async (_origin = '', format = '', tags = '', fields = '') => {
  const expected = entriesOf(fields).filter(([, value]) => value !== '');
  expect(await fieldsOf(format, entriesOf(tags))).toEqual(Object.fromEntries(expected));
});
