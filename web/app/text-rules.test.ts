import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueTexts, missingPlurals, type TextKind, textProblems } from '#contract/testing/text-rules';
import { help } from '#web/core/i18n/en/help.ts';
import { i18n } from './catalogue.ts';

const catalogue = i18n.getResourceBundle('en', 'translation') as Record<string, object>;

/** Texts quoted by the specification or an issue, and texts of the contract, which has its own test. */
const quoted = new Set([
  'ui.total',
  'ui.noImage',
  'books.deleteQuestion',
  'books.minutes',
  'reports.minutes',
  'challenges.days',
  'challenges.books',
  'storyBooks.noItems',
  'mobileConfigs.setToMain_one',
  'mobileConfigs.setToMain_other',
]);
const isExempt = (key: string) => quoted.has(key) || key.startsWith('messages.');
const texts = [
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
    for (const [, , inside = ''] of source.matchAll(/<(Button|Menu\.Item)\b([^]*?)<\/\1>/g)) {
      // The label is after the last ">" of the opening tag.
      const label = inside.replaceAll('=>', '').split('>').at(-1) ?? '';
      for (const key of keysIn(label)) kinds.set(key, 'button');
    }
    for (const [, inside = ''] of source.matchAll(/\btoast\(\s*'(?:success|error)',\s*t\(([^;]*?)\)/g))
      for (const key of keysIn(inside)) kinds.set(key, 'toast');
  }
  return kinds;
}
const kinds = kindsOfKeys();

test('finds buttons and toasts in the sources', () => {
  expect(kinds.get('ui.reset') ?? kinds.get('ui.cancel')).toBe('button');
  expect([...kinds.values()]).toContain('toast');
});

test('follows the rules in every text of the screens', () => {
  const problems = texts.flatMap(([key, text]) =>
    textProblems(text, kinds.get(key.replace(/_(zero|one|other)$/, ''))).map(
      (problem) => `${key} ${problem}: ${text}`,
    ),
  );
  expect(problems).toEqual([]);
});

test('has plural forms for every text with a count', () => {
  expect(missingPlurals(texts)).toEqual([]);
});
