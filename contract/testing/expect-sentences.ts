import { segmentSentences } from '#contract/book-content/segment-sentences';

interface Row {
  readonly text: string;
  readonly expected: string;
  readonly found: () => string;
}

/** Parses test rows of texts, one per line, with `|` between sentences and `\n` for a line break. */
export const expectSentences = (language: string, table: string): Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const expected = line.replaceAll(String.raw`\n`, '\n');
      const text = expected.replaceAll('|', '');
      const problems = () =>
        segmentSentences(text, language)
          .map(({ segment }) => segment)
          .join('|');
      return { text, expected, found: problems };
    });
