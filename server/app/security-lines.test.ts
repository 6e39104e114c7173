import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';

/* Checks that the tests that docs/security.md refers to exist, and that every guarantee of SECURITY.md has tests. */

const text = readFileSync(join(packageRoot, 'docs', 'security.md'), 'utf8');
const proofsIn = (source: string) =>
  [...source.matchAll(/`([\w/.-]+\.(?:test|spec)\.(?:tsx?|mjs)) › ([^`]+)`/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
const proofs = proofsIn(text);

/** Returns true if the title is a complete title, or the first words of exactly one. */
function namesOneTest({ file, title }: (typeof proofs)[number]): boolean {
  if (file === 'server/app/security-lines.test.ts' || !existsSync(join(packageRoot, file))) return false;
  const source = readFileSync(join(packageRoot, file), 'utf8');
  const prefixes = [...source.matchAll(/'([^'\n]+)'/g)].filter(([, quoted = '']) => quoted.startsWith(title));
  return source.includes(`'${title}'`) || prefixes.length === 1;
}

test('every referenced test exists', () => {
  expect(proofs.length).toBeGreaterThan(100);
  expect(proofs.filter((proof) => !namesOneTest(proof))).toEqual([]);
});

/** The tests of the guarantees in SECURITY.md, by the first words of each sentence. */
const guarantees: Readonly<Record<string, string>> = {
  'The server enforces every rule': '`server/core/http/permissions.test.ts › enforces the declared`',
  'Users can only grant': '`server/features/users/users.api.test.ts › are rejected when the caller`',
  'The last user manager': '`server/features/users/last-manager.api.test.ts › cannot be %s, also`',
  'Sessions end at once':
    '`server/core/http/api.test.ts › revoke the token` `server/features/users/users.api.test.ts › ends sessions at once` `server/features/settings/settings.api.test.ts › limit the duration of`',
  'A new password ends':
    '`server/features/users/end-access.api.test.ts › revokes API tokens after` `server/features/users/end-access.api.test.ts › retains API tokens if`',
  'Tokens, links and recovery codes':
    '`server/core/http/api.test.ts › store no token` `server/features/auth/two-factor.api.test.ts › is set up with the password` `server/features/users/users.api.test.ts › sets a password and`',
  'Passwords use Argon2id': '`server/core/auth/passwords.test.ts › a password is`',
  'Weak passwords are rejected': '`server/core/auth/password-strength.test.ts › %s is rejected`',
  'Sign-in is rate-limited':
    '`server/core/auth/sign-in-throttle.test.ts › are limited to` `server/core/http/api.test.ts › return the same response`',
  'Uploads are identified':
    '`server/core/media/image.test.ts › rejects %s with 415` `server/core/blobs/blob-store.test.ts › keys are unique`',
  'User input is never used':
    '`server/core/resource/record-pages.test.ts › find any part` `web/app/page-setup.test.ts › escapes markup with the`',
  'Pages have a Content-Security-Policy': '`server/core/http/api.test.ts › %s has the security`',
  'Logs contain no tokens': '`server/core/http/logs.test.ts › contain no headers,`',
};

test('every guarantee of SECURITY.md has a test', () => {
  const page = readFileSync(join(packageRoot, 'SECURITY.md'), 'utf8');
  const [list = ''] = (page.split('## Guarantees\n\n')[1] ?? '').split('\n\n');
  const sentences = list
    .replaceAll(/\n {2}/g, ' ')
    .split('\n')
    .flatMap((line) => line.replace(/^- /, '').split(/(?<=\.) (?=[A-Z])/));
  const prefixes = Object.keys(guarantees);
  expect(sentences).toHaveLength(prefixes.length);
  for (const [index, beginning] of prefixes.entries())
    expect(sentences[index]?.startsWith(beginning), sentences[index]).toBe(true);
  const tests = Object.values(guarantees).flatMap(proofsIn);
  expect(tests.filter((proof) => !namesOneTest(proof))).toEqual([]);
});

/** All requirements of ASVS 5.0 of levels 1 and 2, by section. */
const requirements = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
};

const allRequirements = Object.entries(requirements).flatMap(([section, list]) =>
  list.split(' ').map((number) => `${section}.${number}`),
);

/** Returns the requirements in a first cell, such as `1.2.6–1.2.8, 1.3.5`. */
function numbersOf(cell: string): string[] {
  return cell.split(', ').flatMap((range) => {
    const [from = '', to = from] = range.split('–').map((number) => number.trim());
    const [first, last] = [allRequirements.indexOf(from), allRequirements.indexOf(to)];
    expect(Math.min(first, last), range).toBeGreaterThanOrEqual(0);
    expect(sectionOf(from), range).toBe(sectionOf(to));
    return allRequirements.slice(first, last + 1);
  });
}

const sectionOf = (number: string): string => number.split('.').slice(0, 2).join('.');

/** Returns the rows of a section: requirements, reason and tests. */
const rowsOf = (heading: string): string[][] =>
  (text.split(`\n## ${heading}\n`)[1]?.split('\n## ', 1)[0] ?? '')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );

const headings = ['Not met', 'Partly met', 'Not applicable', 'Met'];

test('every requirement of levels 1 and 2 has one status, a reason and its evidence', () => {
  const rows = headings.flatMap(rowsOf);
  const numbers = rows.flatMap(([cell = '']) => numbersOf(cell));
  expect(numbers.toSorted()).toEqual(allRequirements.toSorted());
  expect(allRequirements).toHaveLength(253);
  const withTests = new Set(
    rows.flatMap(([cell = '', , evidence = '']) => (evidence.includes(' › ') ? numbersOf(cell) : [])),
  );
  for (const [cell = '', reason = '', evidence = '–'] of rows) {
    expect(reason, cell).toMatch(/\S/);
    expect(evidence, cell).toMatch(/^(–|(`[^`]+ › [^`]+`|as [\d.]+)(, (`[^`]+ › [^`]+`|as [\d.]+))*)$/);
    for (const [, number = ''] of evidence.matchAll(/as ([\d.]+)/g))
      expect(withTests, cell).toContain(number);
  }
  for (const heading of ['Not met', 'Partly met', 'Met'])
    for (const row of rowsOf(heading)) expect(row, row[0]).toHaveLength(3);
});
