import type { BookContent } from './book-content.ts';
import { remapSentences } from './sentences.ts';

export interface FindQuery {
  readonly text: string;
  readonly matchesCase: boolean;
  readonly wholeWords: boolean;
}

export interface FindCount {
  readonly matches: number;
  readonly paragraphs: number;
  /** The first paragraph with a match. */
  readonly first: { readonly chapter: string; readonly key: string } | undefined;
}

function patternOf({ text, matchesCase, wholeWords }: FindQuery): RegExp | undefined {
  if (text === '') return undefined;
  const plain = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}_])${plain}(?![\\p{L}\\p{N}_])` : plain;
  return new RegExp(whole, matchesCase ? 'gu' : 'giu');
}

/** Returns the number of matches in the book before a replacement. */
export function countMatches({ chapters }: BookContent, query: FindQuery): FindCount {
  const pattern = patternOf(query);
  let [matches, paragraphs] = [0, 0];
  let first: FindCount['first'];
  if (!pattern) return { matches, paragraphs, first };
  for (const chapter of chapters)
    for (const { text, key } of chapter.paragraphs) {
      const matchCount = text.match(pattern)?.length ?? 0;
      if (matchCount === 0) continue;
      matches += matchCount;
      paragraphs += 1;
      first ??= { chapter: chapter.key, key };
    }
  return { matches, paragraphs, first };
}

/** Replaces all matches in the book. Times are not changed. */
export function replaceAll(bookContent: BookContent, query: FindQuery, by: string): BookContent {
  const pattern = patternOf(query);
  if (!pattern) return bookContent;
  let isChanged = false;
  const chapters = bookContent.chapters.map((chapter) => {
    let isTouched = false;
    const paragraphs = chapter.paragraphs.map((paragraph) => {
      const matches = [...paragraph.text.matchAll(pattern)];
      let { text, sentences } = paragraph;
      // From the last match to the first, so earlier indexes stay valid.
      for (const { 0: match, index } of matches.toReversed()) {
        const next = text.slice(0, index) + by + text.slice(index + match.length);
        sentences = remapSentences(sentences, text, next);
        text = next;
      }
      if (text === paragraph.text) return paragraph;
      isTouched = true;
      return { ...paragraph, text, sentences };
    });
    if (!isTouched) return chapter;
    isChanged = true;
    return { ...chapter, paragraphs };
  });
  return isChanged ? { ...bookContent, chapters } : bookContent;
}
