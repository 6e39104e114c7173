import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textProblems } from '#contract/testing/text-rules';
import { packageRoot } from '#server/core/package-root';

/*
 * Checks messages of the contract and the server, emails and the command line: every literal that is a sentence or a
 * message. The texts of the API reference have a test of their own.
 */

/** Texts that the specification quotes. */
const quoted = new Set<string>([]);

const isSource = (path: string): boolean =>
  path.endsWith('.ts') &&
  !/\.test\.ts$|(?:^|\/)(?:testing|migrations|demo|api-docs|stored|encodings)\//.test(path);

/** Removes comments, because they contain quotes. */
const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/ .*$/gm, '');

/** Returns literals in source order. A placeholder of a template becomes a word. */
function literalsOf(source: string): string[] {
  return [...withoutComments(source).matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, template]) =>
      (single ?? template ?? '').replaceAll(/\$\{[^}]*(?:\}|$)/g, 'x').replaceAll('\\`', '`'),
  );
}

/** Word lists of languages, files of archives, and code. */
const isData = (path: string, text: string): boolean =>
  path.endsWith('abbreviations.ts') ||
  /^(?:SELECT|WITH|PRAGMA|INSERT|UPDATE|DELETE)\b/.test(text) ||
  /[<>=]/.test(text);

/** A sentence, or a message without a full stop, such as `Must be a number`. */
const isMessage = (text: string): boolean => /^ *[A-Z“][^\n]* [^\n]*[\p{L}\p{N}.?!”]$/u.test(text);

const texts = ['contract', 'server'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .flatMap((path) =>
      literalsOf(readFileSync(join(packageRoot, folder, path), 'utf8'))
        .filter((text) => isMessage(text) && !isData(path, text) && !quoted.has(text))
        .map((text) => ({ path: `${folder}/${path}`, text })),
    ),
);

test('finds the messages in the sources', () => {
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.map(({ text }) => text)).toContain('The link works once.');
});

/** Subjects and buttons of emails, and labels of settings. */
const labels = ['contract', 'server'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .flatMap((path) => {
      const source = withoutComments(readFileSync(join(packageRoot, folder, path), 'utf8'));
      const isEmail = path.includes('mail/');
      return [...source.matchAll(/\b(subject|label): (?:[^,;\n`']*\? )?(['`])([A-Z$][^\n]*?)\2/g)].map(
        ([, kind, , text = '']) => ({
          path: `${folder}/${path}`,
          text: text.replaceAll(/\$\{[^}]*\}/g, 'x'),
          kind: kind === 'label' && isEmail ? ('button' as const) : ('toast' as const),
        }),
      );
    }),
);

test('every subject, button and label follows the rules', () => {
  expect(labels.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Reset your x password', 'Set password', 'Product name']),
  );
  const problems = labels.flatMap(({ path, text, kind }) =>
    textProblems(text, kind).map((problem) => `${path} ${problem}: ${text}`),
  );
  expect(problems).toEqual([]);
});

test('every message follows the rules', () => {
  const problems = texts.flatMap(({ path, text }) =>
    // Code in a text is not prose.
    textProblems(text.replaceAll(/`[^`]+`/g, 'x'), 'text').map((problem) => `${path} ${problem}: ${text}`),
  );
  expect(problems).toEqual([]);
});
