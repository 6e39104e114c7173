import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueTexts, missingPlurals, type TextKind, textProblems } from '#contract/testing/text-rules';
import { help } from '#web/core/i18n/en/help.ts';
import '#web/testing/all-texts.ts';
import { i18n } from './catalogue.ts';

const catalogue = i18n.getResourceBundle('en', 'translation') as Record<string, object>;

/** Texts quoted by the specification or an issue, and texts of the contract, which has its own test. */
const quotedKeys = new Set([
  'ui.total',
  'ui.noImage',
  'books.deleteQuestion',
  'books.audioFallback',
  'books.minutes',
  'reports.minutes',
  'challenges.days',
  'challenges.books',
  'storyBooks.noItems',
  'mobileConfigs.setToMain_one',
  'mobileConfigs.setToMain_other',
]);
const isExempt = (key: string) => quotedKeys.has(key) || key.startsWith('messages.');

type Text = readonly [key: string, text: string];
const texts: readonly Text[] = [
  ...catalogueTexts(catalogue).filter(([key]) => !isExempt(key)),
  ...catalogueTexts(help, 'help.'),
];

const keysIn = (source: string) =>
  [...source.matchAll(/'([a-zA-Z][\w-]*\.[\w.-]+)'/g)].map(([, key]) => key ?? '');

/** Returns the keys of button and toast texts used in the sources. */
function kindsOfKeys(): Map<string, TextKind> {
  const kinds = new Map<string, TextKind>();
  const folder = `${import.meta.dirname}/..`;
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || path.includes('.test.')) continue;
    const source = readFileSync(`${folder}/${path}`, 'utf8');
    for (const [, , content = ''] of source.matchAll(/<(Button|Menu\.Item)\b([^]*?)<\/\1>/g)) {
      // The label is after the last ">" of the opening tag.
      const label = content.replaceAll('=>', '').split('>').at(-1) ?? '';
      for (const key of keysIn(label)) kinds.set(key, 'button');
    }
    for (const [, label = ''] of source.matchAll(/\btoast\(\s*'(?:success|error)',\s*t\(([^;]*?)\)/g))
      for (const key of keysIn(label)) kinds.set(key, 'toast');
  }
  return kinds;
}
const kinds = kindsOfKeys();
const kindOf = (key: string) => kinds.get(key.replace(/_(zero|one|other)$/, ''));

const problemsOf = (list: readonly Text[]): string[] => [
  ...list.flatMap(([key, text]) =>
    textProblems(text, kindOf(key)).map((problem) => `${key} ${problem}: ${text}`),
  ),
  ...missingPlurals(list).map((key) => `${key} lacks a plural form`),
];

test('finds buttons and toasts in the sources', () => {
  expect(kinds.get('ui.reset') ?? kinds.get('ui.cancel')).toBe('button');
  expect([...kinds.values()]).toContain('toast');
});

test('follows the rules in every text of the screens, and has plural forms for every count', () => {
  expect(problemsOf(texts)).toEqual([]);
});

const files = import.meta.glob<Record<string, unknown>>(
  ['../features/**/*.messages.ts', '../core/i18n/en/*.ts', '!../core/i18n/en/index.ts'],
  { eager: true },
);

test('checks each text of each file of messages', () => {
  const checkedTexts = new Set([
    ...texts.map(([, text]) => text),
    ...catalogueTexts(catalogue).flatMap(([key, text]) => (isExempt(key) ? [text] : [])),
  ]);
  const missingTexts = Object.entries(files).flatMap(([file, module]) =>
    Object.values(module)
      .filter((value) => typeof value === 'object' && value !== null)
      .flatMap((value) => catalogueTexts(value))
      .filter(([, text]) => !checkedTexts.has(text))
      .map(([key]) => `${file}: ${key}`),
  );
  expect(Object.keys(files).length).toBeGreaterThan(30);
  expect(missingTexts).toEqual([]);
});

/** Replaces one text of the catalogue. */
function withReplacement(key: string, replacement: string): readonly Text[] {
  expect(texts.map(([name]) => name)).toContain(key);
  return texts.map(([name, text]): Text => [name, name === key ? replacement : text]);
}

test.each([
  ['ui.cancel', 'Whoever', 'uses “Whoever”'],
  ['ui.cancel', 'Cancel the upload', 'is a button with an article'],
  ['ui.cancel', 'Cancel upload and close form', 'is a button of more than 4 words'],
  ['books.heading', 'What is here', 'starts with what, how, who or where'],
  ['books.heading', `All ${'very '.repeat(20)}`.trim(), 'has a sentence of 21 words'],
  ['books.heading', 'The "books"', 'has straight quotes'],
  ['books.heading', 'Books…', 'has “…” for “...”'],
  ['books.heading', 'Books of 5 MiB', 'has a binary unit'],
  ['books.heading', '5 % of books', 'has a space before %'],
])('rejects %s as “%s”', (key, text, problem) => {
  expect(problemsOf(withReplacement(key, text))).toEqual([`${key} ${problem}: ${text}`]);
});

test('rejects a toast with a full stop, and a count without its other form', () => {
  const toast = texts.find(([key]) => kindOf(key) === 'toast')?.[0] ?? '';
  expect(problemsOf(withReplacement(toast, 'Saved.'))).toEqual([
    `${toast} is a toast with a full stop: Saved.`,
  ]);
  const [plural = ''] = texts.find(([key]) => key.endsWith('_other')) ?? [];
  const base = plural.replace(/_other$/, '');
  expect(problemsOf(texts.filter(([key]) => key !== plural))).toContain(`${base}_one lacks a plural form`);
  expect(problemsOf(withReplacement('books.heading', '{{count}} books'))).toEqual([
    'books.heading lacks a plural form',
  ]);
});

/** Returns the sources without tests and texts. */
const sourcesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing\/|\.messages\.ts$|i18n\/en\//.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n');

/** Returns the keys that no source contains as a literal, such as `books.add`, or as a template, such as `books.kinds.${kind}`. */
function unusedOf(keys: readonly string[]): string[] {
  const web = sourcesIn(`${import.meta.dirname}/..`);
  const words = new Set((web + sourcesIn(`${import.meta.dirname}/../../contract`)).match(/[\w-]+/g));
  const literals = new Set([...web.matchAll(/'([\w-]+(?:\.[\w:-]+)+)'/g)].map(([, key]) => key));
  const templates = [...web.matchAll(/`((?:[\w.-]|\$\{[^{}`]+\})+)`/g)]
    .map(([, template = '']) => template)
    .filter((template) => template.includes('${') && template.replaceAll(/\$\{[^}]+\}/g, '').includes('.'))
    .map((template) => template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '([\\w:-]+)'))
    .map((pattern) => new RegExp(`^${pattern}$`));
  const fits = (key: string) => (template: RegExp) =>
    template
      .exec(key)
      ?.slice(1)
      .every((segment) => segment.split(/[.:]/).every((word) => words.has(word))) === true;
  return keys.filter((key) => !literals.has(key) && !templates.some(fits(key)));
}

test('uses every text', () => {
  const keys = catalogueTexts(catalogue).map(([key]) => key.replace(/_(zero|one|other)$/, ''));
  const ofScreens = keys.filter((key) => !key.startsWith('messages.'));
  expect(unusedOf(ofScreens)).toEqual([]);
  expect(unusedOf(['books.add', 'books.unusedText', 'jobs.states.queued', 'jobs.states.unusedText'])).toEqual(
    ['books.unusedText', 'jobs.states.unusedText'],
  );
});
