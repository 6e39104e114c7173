import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueTexts, missingPlurals, type TextKind, textProblems } from '#contract/testing/text-rules';
import { help } from '#web/core/i18n/en/help.ts';
import { i18n } from './catalogue.ts';

const catalogue = i18n.getResourceBundle('en', 'translation') as Record<string, object>;

/** Texts that the specification or an issue quotes, or that belong to the contract, whose own test checks them. */
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

/** The keys of buttons and toasts, as the sources of the screens use them. */
function kindsOfKeys(): Map<string, TextKind> {
  const kinds = new Map<string, TextKind>();
  const folder = `${import.meta.dirname}/..`;
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || path.includes('.test.')) continue;
    const source = readFileSync(`${folder}/${path}`, 'utf8');
    for (const [, , inside = ''] of source.matchAll(/<(Button|Menu\.Item)\b([^]*?)<\/\1>/g)) {
      // The label follows the last ">" of the opening tag.
      const label = inside.replaceAll('=>', '').split('>').at(-1) ?? '';
      for (const key of keysIn(label)) kinds.set(key, 'button');
    }
    for (const [, inside = ''] of source.matchAll(/\btoast\(\s*'(?:success|error)',\s*t\(([^;]*?)\)/g))
      for (const key of keysIn(inside)) kinds.set(key, 'toast');
  }
  return kinds;
}
const kinds = kindsOfKeys();

test('the sources use buttons and toasts', () => {
  expect(kinds.get('ui.reset') ?? kinds.get('ui.cancel')).toBe('button');
  expect([...kinds.values()]).toContain('toast');
});

test('every text of the screens follows the rules', () => {
  const problems = texts.flatMap(([key, text]) =>
    textProblems(text, kinds.get(key.replace(/_(zero|one|other)$/, ''))).map(
      (problem) => `${key} ${problem}: ${text}`,
    ),
  );
  expect(problems).toEqual([]);
});

test('every text that counts has its plural forms', () => {
  expect(missingPlurals(texts)).toEqual([]);
});
