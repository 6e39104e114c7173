import { movedList } from '#web/core/lib/move-item.ts';
import {
  type Chapter,
  addKey,
  type BookContent,
  indexOfChapter,
  newParagraph,
  type Paragraph,
  type Sentence,
  withChapter,
  withoutTimes,
} from './book-content.ts';
import { splitSentencesAt, movedBy, remapSentences, withSentences } from './sentences.ts';

/** Normalizes line breaks. */
const normaliseLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Returns the paragraphs of a pasted text, separated by blank lines if there are any, otherwise by lines. */
export function readParagraphs(text: string): string[] {
  const plain = normaliseLineBreaks(text);
  const segments = /\n[ \t]*\n/.test(plain.trim()) ? plain.split(/\n[ \t]*\n+/) : plain.split('\n');
  return segments
    .map((segment) => segment.replace(/[ \t]*\n[ \t]*/g, ' ').trim())
    .filter((segment) => segment !== '');
}

const indexIn = ({ paragraphs }: Chapter, key: string): number =>
  paragraphs.findIndex((paragraph) => paragraph.key === key);

/** Sets the text of a paragraph. Its times are preserved, since a corrected letter does not change the audio. */
export const setText = (
  bookContent: BookContent,
  { chapter, key, text }: { readonly chapter: string; readonly key: string; readonly text: string },
): BookContent =>
  withChapter(bookContent, chapter, (source) => {
    const index = indexIn(source, key);
    const paragraph = source.paragraphs[index];
    const normalisedText = normaliseLineBreaks(text);
    if (!paragraph || paragraph.text === normalisedText) return source;
    const sentences = remapSentences(paragraph.sentences, paragraph.text, normalisedText);
    return {
      ...source,
      paragraphs: source.paragraphs.with(index, { ...paragraph, text: normalisedText, sentences }),
    };
  });

/** Inserts texts after a paragraph, or at the start of the chapter. */
export function insertParagraphs(
  bookContent: BookContent,
  {
    chapter,
    behind,
    texts,
  }: { readonly chapter: string; readonly behind: string | undefined; readonly texts: readonly string[] },
): { bookContent: BookContent; keys: string[] } {
  if (texts.length === 0 || indexOfChapter(bookContent, chapter) < 0) return { bookContent, keys: [] };
  let content = bookContent;
  const addedParagraphs = texts.map((text) => {
    const fresh = addKey(content);
    content = fresh.bookContent;
    return newParagraph(fresh.key, normaliseLineBreaks(text));
  });
  const result = withChapter(content, chapter, (source) => {
    const index = behind === undefined ? 0 : indexIn(source, behind) + 1;
    return { ...source, paragraphs: source.paragraphs.toSpliced(index, 0, ...addedParagraphs) };
  });
  return { bookContent: result, keys: addedParagraphs.map(({ key }) => key) };
}

function splitParagraphAt(paragraph: Paragraph, offset: number, key: string): [Paragraph, Paragraph] {
  const { text, time, state, confidence } = paragraph;
  const tail = text.slice(offset).trimStart();
  const head = text.slice(0, offset).trimEnd();
  if (tail === '') return [paragraph, newParagraph(key, '')];
  if (head === '') return [newParagraph(key, ''), paragraph];
  const whole = { time, state, confidence, from: 0, to: text.length };
  const [first, second] = splitSentencesAt(
    paragraph.sentences.length > 0 || !time ? paragraph.sentences : [whole],
    offset,
  );
  const skippedLength = text.length - tail.length;
  return [
    withSentences({ ...paragraph, text: head }, boundSentences(first, head.length)),
    withSentences(newParagraph(key, tail), movedBy(second, -skippedLength)),
  ];
}

const boundSentences = (sentences: readonly Sentence[], length: number): Sentence[] =>
  sentences
    .map((sentence) => ({ ...sentence, to: Math.min(sentence.to, length) }))
    .filter(({ from, to }) => to > from);

/**
 * Splits a paragraph at a character index. The first part has its ID and code, unless it is empty.
 * @returns the key of the second part
 */
export function splitParagraph(
  bookContent: BookContent,
  { chapter, key, offset }: { readonly chapter: string; readonly key: string; readonly offset: number },
): { bookContent: BookContent; key: string } {
  const fresh = addKey(bookContent);
  let second = fresh.key;
  const result = withChapter(fresh.bookContent, chapter, (source) => {
    const index = indexIn(source, key);
    const paragraph = source.paragraphs[index];
    if (!paragraph) return source;
    const splitParagraphs = splitParagraphAt(paragraph, offset, fresh.key);
    second = splitParagraphs[1].key;
    return { ...source, paragraphs: source.paragraphs.toSpliced(index, 1, ...splitParagraphs) };
  });
  return { bookContent: result, key: second };
}

/** Returns the sentences of a paragraph. One with times only as a whole is a single sentence. */
const sentencesOf = ({ text, sentences, time, state, confidence }: Paragraph): readonly Sentence[] =>
  sentences.length > 0 || !time || text === ''
    ? sentences
    : [{ time, state, confidence, from: 0, to: text.length }];

/**
 * Joins a paragraph with the previous one, which keeps its ID and code.
 * @returns the index in the result at which they were joined
 */
export function joinWithPrevious(
  bookContent: BookContent,
  chapter: string,
  key: string,
): { bookContent: BookContent; key: string; caret: number } | undefined {
  const source = bookContent.chapters[indexOfChapter(bookContent, chapter)];
  const index = source ? indexIn(source, key) : -1;
  const [first, second] = [source?.paragraphs[index - 1], source?.paragraphs[index]];
  if (!source || !first || !second) return undefined;
  const gap = first.text === '' || second.text === '' ? '' : ' ';
  const caret = first.text.length + gap.length;
  const whole = { ...first, text: `${first.text}${gap}${second.text}` };
  const splitParagraphs = [...sentencesOf(first), ...movedBy(sentencesOf(second), caret)];
  const joinedParagraph =
    splitParagraphs.length > 0 ? withSentences(whole, splitParagraphs) : withoutTimes(whole);
  return {
    bookContent: withChapter(bookContent, chapter, (editedChapter) => ({
      ...editedChapter,
      paragraphs: editedChapter.paragraphs.toSpliced(index - 1, 2, joinedParagraph),
    })),
    key: first.key,
    caret,
  };
}

export const removeParagraph = (bookContent: BookContent, chapter: string, key: string): BookContent =>
  withChapter(bookContent, chapter, (source) => {
    const index = indexIn(source, key);
    return index < 0 ? source : { ...source, paragraphs: source.paragraphs.toSpliced(index, 1) };
  });

/** Moves a paragraph up or down in its chapter. Times belong to positions in the audio, so they are not moved. */
export const moveParagraph = (
  bookContent: BookContent,
  { chapter, key, step }: { readonly chapter: string; readonly key: string; readonly step: 1 | -1 },
): BookContent =>
  withChapter(bookContent, chapter, (source) => {
    const index = indexIn(source, key);
    const to = index + step;
    if (index < 0 || to < 0 || to >= source.paragraphs.length) return source;
    const [low, high] = [Math.min(index, to), Math.max(index, to)];
    const paragraphs = movedList(source.paragraphs, index, to).map((paragraph, position) =>
      position >= low && position <= high ? withoutTimes(paragraph) : paragraph,
    );
    return { ...source, paragraphs };
  });

/** Removes the times of a moved paragraph that are outside of the audio of its new chapter. */
const withoutOutsideTimes = (paragraph: Paragraph, { audio }: Chapter): Paragraph =>
  paragraph.time && audio && paragraph.time.start >= audio.start && paragraph.time.end <= audio.end
    ? paragraph
    : withoutTimes(paragraph);

/**
 * Moves a paragraph to a neighbouring chapter: with all after it to the start of the next one, or with all before it to the end of the
 * previous one.
 */
export function moveToNeighbour(
  bookContent: BookContent,
  { chapter, key, step }: { readonly chapter: string; readonly key: string; readonly step: 1 | -1 },
): BookContent {
  const index = indexOfChapter(bookContent, chapter);
  const [from, to] = [bookContent.chapters[index], bookContent.chapters[index + step]];
  if (!from || !to) return bookContent;
  const position = indexIn(from, key);
  if (position < 0) return bookContent;
  const movedParagraphs =
    step === 1 ? from.paragraphs.slice(position) : from.paragraphs.slice(0, position + 1);
  const remainingParagraphs =
    step === 1 ? from.paragraphs.slice(0, position) : from.paragraphs.slice(position + 1);
  const arrivedParagraphs = movedParagraphs.map((paragraph) => withoutOutsideTimes(paragraph, to));
  const target =
    step === 1 ? [...arrivedParagraphs, ...to.paragraphs] : [...to.paragraphs, ...arrivedParagraphs];
  const chapters = bookContent.chapters
    .with(index, { ...from, paragraphs: remainingParagraphs })
    .with(index + step, { ...to, paragraphs: target });
  return { ...bookContent, chapters };
}
