import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';
import { migrations } from './migrations.ts';

const folder = join(packageRoot, 'server', 'core', 'db', 'migrations');

/** The start of the SHA-256 of each file that migrations consist of. Released files never change, so lines are only added. */
const frozen: Readonly<Record<string, string>> = {
  '001-foundation.ts': 'd246c37fd4c6ecee',
  '001-search-indexes.ts': '523ec57192180684',
  '002-curation.ts': 'c22227ae05bbb15f',
  '003-names-and-search.ts': '232f5701e217cd0a',
  '004-author-words.ts': 'efa0c790d11c89ad',
  '005-jobs.ts': '1e2e3b83ee21a716',
  '006-imports.ts': '4ae50db6f937779e',
  '007-scans.ts': 'ede40c677ed4ec46',
  '008-people.ts': '7c464e5437f1a9c6',
  '009-security-log.ts': 'a7a8a2782b9e0042',
  '010-narrow-books.ts': '3975c88f0e093f99',
  '011-journal.ts': 'c5041d1ef78f3867',
  '012-trash.ts': '4cfc3165d828ce7b',
  '013-facts.ts': 'a7e7c296bf01e494',
  '014-insides.ts': 'db2a06b5104e715e',
  '015-settings.ts': '014fff103683e012',
  '016-second-factor.ts': '8bd29f8b020ebef1',
  '018-bulk-changes.ts': '29bd7d0412792621',
  '021-journal-counts.ts': '4facd737519a6e4d',
  '024-sound-parts.ts': 'aae8f41475faa78d',
  '025-bulk-entries.ts': 'd2a4b64f06962a1c',
  '025-spreadsheets.ts': '7011765a60450f1d',
  '026-authors.ts': '35494160972c7652',
  '027-merged-search.ts': '48a4b973fbc40910',
  '031-authors-in-searches.ts': '59a374865b4f42ae',
  '031-texts-in-searches.ts': 'a3dd2770e22d6aa6',
  '031-undone-spreadsheets.ts': 'cf8fc78056f61723',
  '032-list-views.ts': '71ef682a6772e0d4',
  '033-counts-by-cell.ts': 'aca4ce31576971e7',
  '038-import-details.ts': 'd699d4430c7a114f',
  '039-journal-lists.ts': '2fe416fa0d0ff7df',
  '040-books-of-authors.ts': 'b65db804bf4da634',
  '041-turns-of-jobs.ts': '252bbb9cb352315a',
  '042-standard-names.ts': 'f47e1676d174ec4c',
  '043-access-control.ts': '6a3baa604e9d7a06',
  '044-chapter-count.ts': 'e6263ed511eb8f68',
  '045-sign-in-providers.ts': '040aedb2e6ed2f66',
  '046-backups.ts': 'ff2ec8c6d3192733',
  '047-moves.ts': '3062667ba9c87b8d',
  '048-standard-columns.ts': '9f777001759ee945',
  '049-standard-values.ts': 'bc234da6dff64dc7',
  '050-search-words.ts': '84e281e9b346527a',
  '051-record-presence.ts': 'cabd65932eb63b85',
  '052-standard-terms.ts': '019cc6ac4b44f4d2',
  '053-preview-links.ts': 'd2b3390e29ff044d',
  '054-audio-rms.ts': '30bdbab27d22236e',
  '055-clipped-audio.ts': 'd964e5973d0e93d2',
  '056-series.ts': '7349785336c28e74',
  '057-publication-record.ts': '2cee0ba490d127a1',
  '058-contributors.ts': '43f7cf710feb815b',
  '059-book-rights.ts': '412255a35b26d5ba',
  '060-releases.ts': '2f7d6e7f3a5f95a4',
  '061-contributor-lists.ts': '5ede09c16a409ff0',
  '062-book-choices.ts': '4811c87dc28ea392',
  '063-release-runs.ts': 'f7d910e57808dc4f',
  '064-release-comments.ts': 'b7257fd90ec4a07a',
  '065-content-entries.ts': '356bdf0c2ef1b15b',
  '066-release-calendars.ts': '4b0ee995abab75fb',
  '067-editions.ts': '1f870b9602cad2f3',
  '068-custom-fields.ts': 'a3406348656dd183',
  '069-trade-texts.ts': 'c1798ad55e9486db',
  '070-publishers.ts': '7dc7b2d8a35909ff',
  '071-book-samples.ts': 'b80ea76253827d8e',
  '072-localized-texts.ts': 'd5cd860041ef18c6',
  '073-subjects.ts': '7e2dac67342eb236',
  '074-contributor-details.ts': '49d9286acc429312',
  '075-record-search.ts': 'bb68587b10d9f5a9',
  '076-subject-scheme-names.ts': '5b4c6076d0f6c421',
  '077-number-search.ts': 'b9a77f8e335ba619',
  '078-sub-category-subjects.ts': 'ac0ed9f0506dac75',
  '079-dates-by-id.ts': '10239868863ef8b9',
  '080-clicks.ts': 'd313c6cd1bc8fa24',
  '081-audio-features.ts': 'de323af4f29a6873',
  '082-book-words.ts': '0a05c9f8416d7337',
  '083-alignment-methods.ts': '266a0114d3aa4a1c',
  'columns.ts': '366672a14c3da175',
  'migration.ts': '4bce26f0ac33203c',
  'rename-keys.ts': 'fedcf3dcbfa19c79',
  'search-index.ts': 'e8ff6e142c6de766',
};

/** The last migration before the numbers became consecutive. Databases store the names, so the earlier ones remain. */
const LAST_IRREGULAR = 48;

const files = readdirSync(folder).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'migrations.ts',
);
const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
    .slice(0, 16);

test('no file of a migration was changed', () => {
  const hashes = Object.fromEntries(files.map((file) => [file, hashOf(file)]));
  // A new migration needs a line above. A changed one needs a new migration instead.
  expect(hashes).toEqual(frozen);
});

/** The indexes of 001-foundation. */
const PART_OF_FOUNDATION = '001-search-indexes';

test('every file is a migration with its name, in order', () => {
  const names = [...migrations.map(({ name }) => name), PART_OF_FOUNDATION].toSorted();
  expect(names).toEqual(files.flatMap((file) => /^(\d{3}-.*)\.ts$/.exec(file)?.[1] ?? []).toSorted());
});

test('the numbers of new migrations have no gaps and no duplicates', () => {
  const numbers = migrations.map(({ name }) => Number(name.slice(0, 3)));
  const regular = numbers.filter((number) => number > LAST_IRREGULAR);
  expect(regular).toEqual(regular.map((_number, index) => LAST_IRREGULAR + 1 + index));
});
