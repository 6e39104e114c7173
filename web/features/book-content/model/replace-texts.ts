import {
  type Chapter,
  addKey,
  type BookContent,
  newParagraph,
  type Paragraph,
  withChapter,
  withoutTimes,
} from './book-content.ts';
import { remapSentences, withSentences } from './sentences.ts';

/** Returns the old index of each new text, for texts that occur once in both lists and in the same order. */
function samePositions(before: readonly Paragraph[], texts: readonly string[]): Map<number, number> {
  const once = (list: readonly string[]) => {
    const positions = new Map<string, number>();
    list.forEach((text, index) => positions.set(text, positions.has(text) ? -1 : index));
    return positions;
  };
  const [old, now] = [once(before.map(({ text }) => text)), once(texts)];
  const same = new Map<number, number>();
  let last = -1;
  texts.forEach((text, index) => {
    const position = now.get(text) === index ? (old.get(text) ?? -1) : -1;
    if (position <= last) return;
    same.set(index, position);
    last = position;
  });
  return same;
}

/** Returns true if at least half of the characters match, counted from both ends. */
function isCorrected(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return (head + tail) * 2 >= Math.max(before.length, after.length);
}

function replaceText(paragraph: Paragraph, text: string): Paragraph {
  if (paragraph.text === text) return paragraph;
  const changedParagraph = { ...paragraph, text };
  if (!isCorrected(paragraph.text, text)) return withoutTimes(changedParagraph);
  const { sentences } = paragraph;
  return sentences.length > 0
    ? withSentences(changedParagraph, remapSentences(sentences, paragraph.text, text))
    : changedParagraph;
}

/**
 * Replaces the texts of a chapter. Unchanged texts, and texts in the position of an old one, keep IDs and codes, so references stay valid.
 * Corrected texts also keep their times.
 */
export function replaceTexts(bookContent: BookContent, key: string, texts: readonly string[]): BookContent {
  let result = bookContent;
  const fresh = (text: string): Paragraph => {
    const next = addKey(result);
    result = next.bookContent;
    return newParagraph(next.key, text);
  };
  const replaceIn = (chapter: Chapter): Chapter => {
    const before = chapter.paragraphs;
    const same = samePositions(before, texts);
    const paragraphs: Paragraph[] = [];
    let from = 0;
    let waitingTexts: string[] = [];
    const fill = (until: number) => {
      waitingTexts.forEach((text, index) => {
        const old = from + index < until ? before[from + index] : undefined;
        paragraphs.push(old ? replaceText(old, text) : fresh(text));
      });
      waitingTexts = [];
    };
    texts.forEach((text, index) => {
      const position = same.get(index);
      const old = position === undefined ? undefined : before[position];
      if (position === undefined || !old) {
        waitingTexts.push(text);
        return;
      }
      fill(position);
      paragraphs.push(old);
      from = position + 1;
    });
    fill(before.length);
    const isSame =
      paragraphs.length === before.length &&
      paragraphs.every((paragraph, index) => paragraph === before[index]);
    return isSame ? chapter : { ...chapter, paragraphs };
  };
  const changedContent = withChapter(bookContent, key, replaceIn);
  return changedContent === bookContent ? bookContent : { ...changedContent, made: result.made };
}
