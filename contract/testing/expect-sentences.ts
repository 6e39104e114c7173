import { segmentSentences } from '#contract/book-content/segment-sentences';

interface Row {
  readonly text: string;
  readonly expected: string;
  readonly found: () => string;
}

/** A table of texts, one in each line, with `|` where a sentence begins and `\n` for the end of a line. */
export const expectSentences = (language: string, table: string): Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const expected = line.replaceAll(String.raw`\n`, '\n');
      const text = expected.replaceAll('|', '');
      const found = () =>
        segmentSentences(text, language)
          .map(({ segment }) => segment)
          .join('|');
      return { text, expected, found };
    });
