import { expect, test } from 'vitest';
import { createI18n } from './i18n.ts';
import { isolate } from './isolated.ts';

const messages = { history: { of: 'History of {{name}}' } };
const i18n = createI18n({ en: { messages, sentences: {} } });

test.each([
  ['שלום!', '\u2068שלום!\u2069'],
  ['Cairo القاهرة', '\u2068Cairo القاهرة\u2069'],
  ['Ayşe & <b>', 'Ayşe & <b>'],
  ['', ''],
])('isolates %s only if its direction would reorder a message', (text, isolatedText) => {
  expect(isolate(text)).toBe(isolatedText);
  expect(i18n.t('history.of', { name: text })).toBe(`History of ${isolatedText}`);
});
