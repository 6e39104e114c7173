import type { ImportProposal, AudioChapter } from '#contract/imports/import-proposal';
import type { ChapterValues } from './proposal-values.ts';

export type Chapters = readonly ChapterValues[];
export type TextRange = ChapterValues['texts'][number];
type ProposalSources = Pick<ImportProposal, 'audios' | 'texts'>;

/** Returns an ID that no chapter has. */
function newChapterId(chapters: Chapters): string {
  const existingIds = new Set(chapters.map(({ id }) => id));
  let number = chapters.length + 1;
  while (existingIds.has(`n${number}`)) number += 1;
  return `n${number}`;
}

export const remove = (chapters: Chapters, id: string): Chapters =>
  chapters.filter((chapter) => chapter.id !== id);

/** Merges adjacent ranges. */
export function joinTexts(texts: readonly TextRange[]): TextRange[] {
  const joinedTexts: TextRange[] = [];
  for (const range of texts) {
    const last = joinedTexts.at(-1);
    if (last && last.text === range.text && last.to === range.from)
      joinedTexts[joinedTexts.length - 1] = { ...last, to: range.to };
    else joinedTexts.push(range);
  }
  return joinedTexts;
}

/** Returns true if a chapter can be merged with the next one. The result can have only one clip of audio. */
export function canJoin(first: ChapterValues | undefined, second: ChapterValues | undefined): boolean {
  if (!first || !second) return false;
  if (!first.audio || !second.audio) return true;
  return first.audio.file === second.audio.file && first.audio.end <= second.audio.start + 0.001;
}

/** Merges a chapter with the next one under the name of the first. */
export function join(chapters: Chapters, id: string): Chapters {
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const [first, second] = [chapters[index], chapters[index + 1]];
  if (!first || !second || !canJoin(first, second)) return chapters;
  const audio =
    first.audio && second.audio ? { ...first.audio, end: second.audio.end } : (first.audio ?? second.audio);
  const joinedChapter = { ...first, audio, texts: joinTexts([...first.texts, ...second.texts]) };
  return chapters.toSpliced(index, 2, joinedChapter);
}

export interface Clip {
  /** Seconds in the file of the chapter's audio. Undefined assigns all audio to the first part. */
  readonly seconds?: number | undefined;
  /** The number of text items in the first part. Undefined assigns all of them to it. */
  readonly items?: number | undefined;
}

const lengthOf = (texts: readonly TextRange[]): number =>
  texts.reduce((sum, { from, to }) => sum + to - from, 0);

/** Splits ranges after a number of items. */
export function splitTexts(texts: readonly TextRange[], items: number): [TextRange[], TextRange[]] {
  const first: TextRange[] = [];
  const rest: TextRange[] = [];
  let remainingItems = items;
  for (const range of texts) {
    const length = range.to - range.from;
    const count = Math.min(Math.max(remainingItems, 0), length);
    if (count > 0) first.push({ ...range, to: range.from + count });
    if (count < length) rest.push({ ...range, from: range.from + count });
    remainingItems -= length;
  }
  return [first, rest];
}

/** Splits a chapter. The first part has its ID and name. A split that would leave an empty part changes nothing. */
export function split(
  chapters: Chapters,
  { id, clip: { seconds, items }, name }: { readonly id: string; readonly clip: Clip; readonly name: string },
): Chapters {
  const index = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[index];
  if (!chapter) return chapters;
  const { audio } = chapter;
  const isInside = audio !== null && seconds !== undefined && seconds > audio.start && seconds < audio.end;
  const [remainingTexts, moved] = splitTexts(chapter.texts, items ?? lengthOf(chapter.texts));
  if (!isInside && moved.length === 0) return chapters;
  const first = { ...chapter, audio: isInside ? { ...audio, end: seconds } : audio, texts: remainingTexts };
  const second = {
    id: newChapterId(chapters),
    name,
    audio: isInside ? { ...audio, start: seconds } : null,
    texts: moved,
  };
  if (!first.audio && remainingTexts.length === 0) return chapters;
  return chapters.toSpliced(index, 1, first, second);
}

const isEmpty = ({ audio, texts }: ChapterValues): boolean => audio === null && texts.length === 0;

/**
 * Moves the texts of a chapter and of all following ones down or up by one chapter, relative to the audio. Down: the chapter has no text
 * afterwards. Up: its texts are added to the previous chapter. Chapters without audio and text are removed. Texts after the last audio are
 * put into a new chapter.
 */
export function shiftTexts(chapters: Chapters, id: string, step: 1 | -1): Chapters {
  const index = chapters.findIndex((chapter) => chapter.id === id);
  if (index < 0 || (step === -1 && index === 0)) return chapters;
  const textsAt = (position: number) => chapters[position]?.texts ?? [];
  const last = chapters.at(-1);
  if (step === 1) {
    const shiftedChapters = chapters.map((chapter, position) =>
      position < index ? chapter : { ...chapter, texts: position === index ? [] : textsAt(position - 1) },
    );
    const lastTexts = last?.texts ?? [];
    const rest: Chapters =
      last && lastTexts.length > 0
        ? [{ id: newChapterId(chapters), name: last.name, audio: null, texts: lastTexts }]
        : [];
    return [...shiftedChapters, ...rest].filter((chapter) => !isEmpty(chapter));
  }
  const mergedChapters = chapters.map((chapter, position) => {
    if (position < index - 1) return chapter;
    const texts =
      position === index - 1 ? joinTexts([...chapter.texts, ...textsAt(index)]) : textsAt(position + 1);
    return { ...chapter, texts };
  });
  return mergedChapters.filter((chapter) => !isEmpty(chapter));
}

/** Renames chapters in order from the first one. Surplus titles are ignored. */
export function withTitles(chapters: Chapters, titles: readonly string[]): Chapters {
  return chapters.map((chapter, index) => {
    const name = titles[index];
    return name === undefined ? chapter : { ...chapter, name };
  });
}

/** Parses a pasted list of titles, one per line. Numbers before them are removed if all lines have one. */
export function readTitles(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const titles = lines.filter((line) => line !== '');
  const numberPrefix = /^\(?\d{1,4}\s*[.):\t–-]\s*(?=\S)/u;
  const bare = titles.every((title) => numberPrefix.test(title))
    ? titles.map((title) => title.replace(numberPrefix, ''))
    : titles;
  return bare;
}

/** Returns the parts of a range that are in none of the other ranges. */
const remainderOf = (range: TextRange, others: readonly TextRange[]): TextRange[] =>
  others
    .filter(({ text }) => text === range.text)
    .reduce(
      (rest, other) =>
        rest
          .flatMap((item) => [
            { ...item, to: Math.min(item.to, other.from) },
            { ...item, from: Math.max(item.from, other.to) },
          ])
          .filter(({ from, to }) => from < to),
      [range],
    );

/** Files and text ranges that belong to no chapter. Files are indexes in the list of the proposal. */
export interface SkippedEntries {
  readonly audios: readonly number[];
  readonly texts: readonly TextRange[];
}

export function skippedOf(chapters: Chapters, { audios, texts }: ProposalSources): SkippedEntries {
  const usedRanges = Map.groupBy(
    chapters.flatMap((chapter) => chapter.texts),
    ({ text }) => text,
  );
  const chaptersWithAudio = Map.groupBy(
    chapters.flatMap(({ audio }) => audio ?? []),
    ({ file }) => file,
  );
  const hasAudio = ({ file, start, end }: AudioChapter): boolean =>
    chaptersWithAudio.get(file)?.some((audio) => audio.start < end && audio.end > start) ?? false;
  return {
    audios: audios.flatMap((audio, index) => (hasAudio(audio) ? [] : [index])),
    texts: texts.flatMap(({ item_count }, text) =>
      item_count === 0 ? [] : remainderOf({ text, from: 0, to: item_count }, usedRanges.get(text) ?? []),
    ),
  };
}

/** Adds skipped entries as new chapters, each after the entry that precedes it in the files. */
export function revert(
  chapters: Chapters,
  { audios, texts }: SkippedEntries,
  proposal: ProposalSources,
): Chapters {
  let next = chapters;
  const insert = (index: number, chapter: Omit<ChapterValues, 'id'>) => {
    next = next.toSpliced(index, 0, { id: newChapterId(next), ...chapter });
  };
  for (const index of audios) {
    const audio = proposal.audios[index];
    if (!audio) continue;
    const { file, start, end, title } = audio;
    const before = next.findLastIndex(
      (item) =>
        item.audio && (item.audio.file < file || (item.audio.file === file && item.audio.start < start)),
    );
    insert(before + 1, { name: title, audio: { file, start, end }, texts: [] });
  }
  for (const range of texts) {
    const { text, from } = range;
    const before = next.findLastIndex((item) =>
      item.texts.some((other) => other.text < text || (other.text === text && other.from < from)),
    );
    insert(before + 1, { name: proposal.texts[text]?.title ?? '', audio: null, texts: [range] });
  }
  return next;
}

/** The new audio and texts of a chapter. Undefined keeps the current ones. */
export interface Pairing {
  readonly audio?: ChapterValues['audio'];
  readonly texts?: readonly TextRange[];
}

/**
 * Sets the audio or the texts of a chapter. Overlapping audio and text ranges are removed from other chapters, so that none is used
 * twice. Chapters that are then empty are removed.
 */
export function pair(chapters: Chapters, id: string, { audio, texts }: Pairing): Chapters {
  const isSameFile = (other: ChapterValues['audio']): boolean =>
    Boolean(
      other && audio && other.file === audio.file && other.start < audio.end && other.end > audio.start,
    );
  return chapters
    .map((chapter) => {
      if (chapter.id === id)
        return {
          ...chapter,
          ...(audio !== undefined && { audio }),
          ...(texts !== undefined && { texts: joinTexts(texts) }),
        };
      return {
        ...chapter,
        audio: isSameFile(chapter.audio) ? null : chapter.audio,
        texts: chapter.texts.flatMap((range) => remainderOf(range, texts ?? [])),
      };
    })
    .filter((chapter) => chapter.id === id || !isEmpty(chapter));
}
