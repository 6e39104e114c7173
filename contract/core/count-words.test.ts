import { expect, test } from 'vitest';
import { countWords } from './count-words.ts';

test('counts words between any type of white space', () => {
  for (const text of [
    '',
    '   ',
    'one',
    ' two  words\n',
    'a\u00a0b\u2003c\u3000d\u200be\ufefff\u2028g\u0085h',
    'Çocuk, “uyudu” — sonra…',
    'tab\tfeed\fend\u0000stays',
    '漢字　かな 👩‍👩‍👧 done',
  ])
    expect(countWords(text)).toBe(text.match(/\S+/gu)?.length ?? 0);
});
