import { moved } from '../../../lib/moved.ts';
import {
  type Chapter,
  freshKey,
  type Inside,
  indexOfChapter,
  MIN_CHAPTER,
  type Paragraph,
  SAME_TIME,
  type Sound,
  toMilliseconds,
  newChapter,
  withChapter,
  withoutTimes,
  withTimesInside,
} from './inside.ts';

export const rename = (inside: Inside, key: string, name: string): Inside =>
  withChapter(inside, key, (chapter) => (chapter.name === name ? chapter : { ...chapter, name }));

export const lock = (inside: Inside, keys: ReadonlySet<string>, isLocked: boolean): Inside =>
  inside.chapters.some((chapter) => keys.has(chapter.key) && chapter.isLocked !== isLocked)
    ? {
        ...inside,
        chapters: inside.chapters.map((chapter) =>
          keys.has(chapter.key) ? { ...chapter, isLocked } : chapter,
        ),
      }
    : inside;

/** Gives a chapter a sound of its own, or none. Times of its text, which were about another sound, are gone. */
export const withOwnSound = (inside: Inside, key: string, sound: Sound | undefined): Inside =>
  withChapter(inside, key, (chapter) =>
    chapter.isLocked
      ? chapter
      : {
          ...chapter,
          sound,
          unwritten: [],
          paragraphs: chapter.paragraphs.map(withoutTimes),
        },
  );

const lettersOf = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { text }) => sum + text.length, 0);

/** How many paragraphs are read before a time: by their times, where there are none by their lengths. */
export function paragraphsBefore({ sound, paragraphs }: Chapter, time: number): number {
  const timed = paragraphs.findIndex((paragraph) => paragraph.time && paragraph.time.end > time + SAME_TIME);
  if (timed >= 0) {
    const found = paragraphs[timed]?.time;
    const isBegun = found !== undefined && found.start < time - SAME_TIME;
    return isBegun && time - found.start > found.end - time ? timed + 1 : timed;
  }
  if (paragraphs.some((paragraph) => paragraph.time)) return paragraphs.length;
  if (!sound || sound.end <= sound.start) return paragraphs.length;
  const wanted = (lettersOf(paragraphs) * (time - sound.start)) / (sound.end - sound.start);
  return countUntil(paragraphs, wanted);
}

function countUntil(paragraphs: readonly Paragraph[], wanted: number): number {
  let letters = 0;
  let count = 0;
  for (const { text } of paragraphs) {
    if (letters + text.length / 2 > wanted) return count;
    letters += text.length;
    count += 1;
  }
  return count;
}

/** When a paragraph begins to be read: by its time, else by the length of what precedes it. */
export function timeOfParagraph({ sound, paragraphs }: Chapter, at: number): number | undefined {
  if (!sound) return undefined;
  const known = paragraphs[at]?.time;
  if (known) return known.start;
  const all = lettersOf(paragraphs);
  if (all === 0) return undefined;
  const part = lettersOf(paragraphs.slice(0, at)) / all;
  return toMilliseconds(sound.start + part * (sound.end - sound.start));
}

export interface Cut {
  /** Seconds in the chapter's file; undefined leaves all sound to the first part. */
  readonly time: number | undefined;
  /** How many paragraphs stay in the first part. */
  readonly count: number;
}

/** Whether a chapter can be cut so: both parts keep something, and a locked one keeps its times. */
export function canSplit(chapter: Chapter | undefined, { time, count }: Cut): boolean {
  if (!chapter) return false;
  const { sound } = chapter;
  const cutsSound =
    sound !== undefined &&
    time !== undefined &&
    time >= sound.start + MIN_CHAPTER &&
    time <= sound.end - MIN_CHAPTER;
  if (time !== undefined) return cutsSound && !chapter.isLocked;
  return count > 0 && count < chapter.paragraphs.length;
}

/** One chapter as two. The first keeps id, code and name, so that what points to it stays true. */
export function split(inside: Inside, key: string, cut: Cut, name: string): Inside {
  const index = indexOfChapter(inside, key);
  const chapter = inside.chapters[index];
  if (!chapter || !canSplit(chapter, cut)) return inside;
  const { sound, paragraphs } = chapter;
  const fresh = freshKey(inside);
  const time = cut.time === undefined ? undefined : toMilliseconds(cut.time);
  const first: Chapter = {
    ...chapter,
    sound: sound && time !== undefined ? { ...sound, end: time } : sound,
    paragraphs: paragraphs.slice(0, cut.count),
  };
  const second: Chapter = {
    ...newChapter(fresh.key, name),
    sound: sound && time !== undefined ? { ...sound, start: time } : undefined,
    unwritten: chapter.unwritten,
    paragraphs: paragraphs.slice(cut.count),
  };
  return {
    ...fresh.inside,
    chapters: inside.chapters.toSpliced(index, 1, withTimesInside(first), withTimesInside(second)),
  };
}

/** Whether a chapter and the one behind it can be one: a chapter has one piece of sound. */
export function canMerge(first: Chapter | undefined, second: Chapter | undefined): boolean {
  if (!first || !second || first.isLocked || second.isLocked) return false;
  if (!first.sound || !second.sound) return true;
  return first.sound.file === second.sound.file && first.sound.end <= second.sound.start + SAME_TIME;
}

/** A chapter and the one behind it as one, under the name, id and code of the first. */
export function mergeWithNext(inside: Inside, key: string): Inside {
  const index = indexOfChapter(inside, key);
  const [first, second] = [inside.chapters[index], inside.chapters[index + 1]];
  if (!first || !second || !canMerge(first, second)) return inside;
  const sound =
    first.sound && second.sound ? { ...first.sound, end: second.sound.end } : (first.sound ?? second.sound);
  const unwritten = [...first.unwritten, ...second.unwritten];
  const whole = { ...first, sound, unwritten, paragraphs: [...first.paragraphs, ...second.paragraphs] };
  return { ...inside, chapters: inside.chapters.toSpliced(index, 2, whole) };
}

/** Chapters go with their texts; the sound stays where it is, without a chapter. */
export function removeChapters(inside: Inside, keys: ReadonlySet<string>): Inside {
  const chapters = inside.chapters.filter(({ key }) => !keys.has(key));
  return chapters.length === inside.chapters.length ? inside : { ...inside, chapters };
}

/** A new chapter without sound and text, behind another or at the end. */
export function addChapter(inside: Inside, name: string, behind?: string): { inside: Inside; key: string } {
  const fresh = freshKey(inside);
  const at = behind === undefined ? inside.chapters.length : indexOfChapter(inside, behind) + 1;
  const chapter = newChapter(fresh.key, name);
  return { inside: { ...fresh.inside, chapters: inside.chapters.toSpliced(at, 0, chapter) }, key: fresh.key };
}

/** Moves a chapter to a place of the book, counted from 0. */
export function moveChapter(inside: Inside, key: string, to: number): Inside {
  const from = indexOfChapter(inside, key);
  const target = Math.min(Math.max(to, 0), inside.chapters.length - 1);
  return from < 0 || from === target ? inside : { ...inside, chapters: moved(inside.chapters, from, target) };
}
