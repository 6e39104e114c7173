import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingSingulars, type TextKind, textProblems } from '#contract/testing/text-rules';
import { packageRoot } from '#server/core/package-root';

/*
 * Checks messages of the contract, the server, emails, the command line and the scripts that start the product: every literal
 * that is a sentence or a message. The texts of the API reference have a test of their own.
 */

/** A text of a source file. */
interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly kind: TextKind;
}

/** The sources by path, without comments, because comments contain quotes. */
type Sources = ReadonlyMap<string, string>;

const startScripts = new Set(['build.mjs', 'install.mjs', 'lectern.mjs', 'node-version.mjs', 'start.mjs']);
const isSource = (folder: string, path: string): boolean =>
  folder === 'scripts'
    ? startScripts.has(path)
    : path.endsWith('.ts') &&
      !/\.test\.ts$|(?:^|\/)(?:testing|migrations(?!\/migrations\.ts)|demo|api-docs|stored|encodings)\//.test(
        path,
      );

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/ .*$/gm, '');

const sources: Sources = new Map(
  ['contract', 'server', 'scripts'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => isSource(folder, path))
      .map((path) => [
        `${folder}/${path}`,
        withoutComments(readFileSync(join(packageRoot, folder, path), 'utf8')),
      ]),
  ),
);

const withoutExpressions = (text: string): string => text.replaceAll(/\$\{[^}]*(?:\}|$)/g, 'x');

/** Returns literals in source order. A placeholder of a template becomes a word. */
const literalsOf = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, single, template]) =>
    withoutExpressions(single ?? template ?? '')
      .replaceAll('\\`', '`')
      .replace(/\\n$/, ''),
  );

/** Word lists of languages, files of archives, and code. */
const isData = (path: string, text: string): boolean =>
  path.endsWith('abbreviations.ts') ||
  /^(?:SELECT|WITH|PRAGMA|INSERT|UPDATE|DELETE)\b/.test(text) ||
  /[<>=]/.test(text);

/** A sentence, or a message without a full stop, such as `Must be a number`. */
const isMessage = (text: string): boolean => /^ *[A-Z“][^\n]* [^\n]*[\p{L}\p{N}.?!"”…)]$/u.test(text);

/** Returns the descriptions of commands: the text after each command, and the lines below. */
const usageLines = (text: string): string[] =>
  text.startsWith('Usage: ')
    ? text
        .split('\n')
        .flatMap((line) => /^ {2,}(?:\S.*? {2,})?([a-z(][^ ]* [^A-Z[].*)$/.exec(line)?.[1] ?? [])
    : [];

const messagesOf = (files: Sources): SourceText[] =>
  [...files].flatMap(([path, source]) =>
    literalsOf(source)
      .flatMap((text) => [...(isMessage(text) && !isData(path, text) ? [text] : []), ...usageLines(text)])
      .map((text) => ({ path, text, kind: 'text' })),
  );

/** Subjects and buttons of emails, and labels of settings. */
const labelsOf = (files: Sources): SourceText[] =>
  [...files].flatMap(([path, source]) =>
    [...source.matchAll(/\b(subject|label): (?:[^,;\n`']*\? )?(['`])([A-Z$][^\n]*?)\2/g)].map(
      ([, name, , text = '']): SourceText => ({
        path,
        text: withoutExpressions(text),
        kind: name === 'label' && path.includes('mail/') ? 'button' : 'toast',
      }),
    ),
  );

function problemsOf(files: Sources): string[] {
  const inTexts = [...messagesOf(files), ...labelsOf(files)].flatMap(({ path, text, kind }) =>
    // Code in a text is not prose.
    textProblems(text.replaceAll(/`[^`]+`/g, 'x'), kind).map((problem) => `${path} ${problem}: ${text}`),
  );
  const inCounts = [...files].flatMap(([path, source]) =>
    missingSingulars(source).map((text) => `${path} has no singular form: ${text}`),
  );
  // A subject can be a message too.
  return [...new Set([...inTexts, ...inCounts])];
}

test('every message, subject, button, label and description of a command follows the rules', () => {
  expect(messagesOf(sources).length).toBeGreaterThan(500);
  expect(problemsOf(sources)).toEqual([]);
});

/** A text of each kind of source. The check would pass without a source that it does not read. */
const samples: [source: string, path: string, text: string][] = [
  ['contract messages', 'contract/core/messages.ts', 'Must be a number'],
  ['errors', 'contract/core/errors.ts', 'Select a spreadsheet.'],
  ['labels of settings', 'contract/settings/declared.ts', 'Product name'],
  ['emails', 'server/core/mail/emails.ts', 'Set a password, then sign in as ${to.email}.'],
  ['subjects of emails', 'server/core/mail/emails.ts', 'Reset your ${product} password'],
  ['buttons of emails', 'server/core/mail/emails.ts', 'Set password'],
  ['messages of features', 'server/features/imports/proposal/warnings.ts', 'This book has no audio. Import'],
  ['errors of the command line', 'server/cli.ts', 'No password provided on standard input.'],
  ['descriptions of commands', 'server/cli.ts', 'run database migrations'],
  ['output of commands', 'server/features/system/check/check.ts', 'Database check passed.'],
  ['errors of migrations', 'server/core/db/migrations/migrations.ts', 'Run lectern move again.'],
  ['errors at the start', 'server/app/startup-error.ts', 'Set PORT to another port.'],
  ['scripts', 'scripts/install.mjs', 'Installing the locked dependencies'],
];

/** Replaces a text in a copy of the sources. */
function breakText(path: string, text: string, replacement: string): Sources {
  const source = sources.get(path) ?? '';
  expect(source).toContain(text);
  return new Map([[path, source.replace(text, () => replacement)]]);
}

test.each(samples)('reads the %s', (_source, path, text) => {
  expect(problemsOf(breakText(path, text, `${text} everybody`))).toEqual([
    expect.stringContaining(`${path} uses “everybody”`),
  ]);
});

test.each([
  ['Must be what she likes', 'uses “she”'],
  [`Must be ${'very '.repeat(20)}short`, 'has a sentence of 23 words'],
  ['What it must be', 'starts with what, how, who or where'],
  ['Must be a "number"', 'has straight quotes'],
  ['Must be what it will not do', 'has “not” for a contraction'],
  ['Must be a number…', 'has “…” for “...”'],
  ['Must be 5 MiB', 'has a binary unit'],
  ['Must be 5 % of it', 'has a space before %'],
])('rejects “%s” among the messages', (text, problem) => {
  expect(problemsOf(breakText('contract/core/messages.ts', 'Must be a number', text))).toEqual([
    `contract/core/messages.ts ${problem}: ${text}`,
  ]);
});

test('rejects buttons and subjects that break the rules of their kind, and counts without a singular', () => {
  const mail = 'server/core/mail/emails.ts';
  expect(problemsOf(breakText(mail, "'Set password'", "'Set the password'"))).toEqual([
    `${mail} is a button with an article: Set the password`,
  ]);
  expect(problemsOf(breakText(mail, "'Set password'", "'Set password and sign in'"))).toEqual([
    `${mail} is a button of more than 4 words: Set password and sign in`,
  ]);
  expect(problemsOf(breakText(mail, 'Reset your ${product} password', 'Reset your password.'))).toEqual([
    `${mail} is a toast with a full stop: Reset your password.`,
  ]);
  const errors = 'contract/core/errors.ts';
  expect(problemsOf(breakText(errors, "${countOf(expected, 'book')}", '${expected} books'))).toEqual([
    `${errors} has no singular form: \${expected} books`,
  ]);
});
