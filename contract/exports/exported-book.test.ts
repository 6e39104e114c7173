import { expect, test } from 'vitest';
import { exportFormat, exportedBook } from './exported-book.ts';

test('reads the names of files that earlier versions exported', () => {
  const book = exportedBook.parse({
    format: exportFormat,
    version: 1,
    code: 'B1',
    name: 'A',
    author: '',
    narrator: '',
    description: '',
    year: 0,
    language: 1,
    category_code: null,
    sub_category_code: null,
    chapters: [
      {
        code: 'C1',
        name: 'One',
        duration: 1,
        audio: null,
        sound_without_text: [{ start: 1, end: 2 }],
        texts: [
          {
            code: 'T1',
            text: 'Hi.',
            state: 'unspoken',
            sentences: [{ from: 0, to: 3, start: null, end: null, confidence: null, state: 'doubtful' }],
          },
        ],
      },
    ],
  });
  expect(book.chapters[0]).toMatchObject({
    audio_without_text: [{ start: 1, end: 2 }],
    texts: [{ state: 'missing_in_audio', sentences: [{ state: 'low_confidence' }] }],
  });
});
