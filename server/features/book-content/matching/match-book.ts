import { FRAMES_A_SECOND } from '../alignment/features.ts';
import { type BookText, findChapters, weightOf } from './find-chapters.ts';
import type { ChapterStart } from './locate.ts';
import { matchFiles } from './match-files.ts';
import { type NarrationAudio, joinAudio } from './narration.ts';

/** Least share of the text in chapters that were found. Otherwise the audio may be of another book. */
const LEAST_SHARE = 0.6;
/** Share of the text with which other orders of the files are not tried. */
const SURE_SHARE = 0.9;
/** Seconds within which the start of a chapter is the start of a file. */
const NEAR = 2;
/** A chapter that was not found is unspoken when the audio has less than this share of its expected duration. */
const LEAST_AUDIO = 0.5;

/** A part of a file, in seconds. */
export interface FileRange {
  /** Index of the file. */
  readonly file: number;
  readonly start: number;
  /** Null when it ends with the file. */
  readonly end: number | null;
}

/** The audio of a chapter. */
export interface ChapterMatch {
  /** In playing order; empty when the chapter is unspoken. */
  readonly ranges: readonly FileRange[];
  /** 0 to 1; 0 when the start was estimated. */
  readonly confidence: number;
}

type ChapterStarts = readonly (ChapterStart | undefined)[];

/** Returns the share of the text in chapters that were found. */
function shareOf(matches: readonly unknown[], { chapters }: BookText): number {
  const weights = chapters.map(weightOf);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight, index) => sum + (matches[index] ? weight : 0), 0) / Math.max(1, whole);
}

/** The start of a chapter in the joined audio. */
interface Start {
  readonly chapter: number;
  readonly at: number;
  readonly confidence: number;
}

/** Returns the starts of the chapters. A chapter without a place gets an estimate when the audio has time for it. */
function startsOf(chapterStarts: ChapterStarts, { chapters }: BookText, seconds: number): Start[] {
  const weights = chapters.map(weightOf);
  const total = weights.reduce((sum, weight, index) => sum + (chapterStarts[index] ? weight : 0), 0);
  const rate = seconds / Math.max(1, total);
  const starts: Start[] = [];
  for (const [chapter, chapterStart] of chapterStarts.entries()) {
    if (!chapterStart) continue;
    const next = chapterStarts.findIndex((other, index) => index > chapter && other);
    const end = next < 0 ? chapters.length : next;
    const until = chapterStarts[next]?.cut ?? seconds;
    starts.push({ chapter, at: chapterStart.cut, confidence: chapterStart.confidence });
    const own = weights[chapter]!;
    const others = weights.slice(chapter + 1, end).reduce((sum, weight) => sum + weight, 0);
    const isSpoken = until - chapterStart.cut > (own + LEAST_AUDIO * others) * rate;
    if (!isSpoken) continue;
    let before = own;
    for (let index = chapter + 1; index < end; index += 1) {
      const share = before / (own + others);
      starts.push({
        chapter: index,
        at: chapterStart.cut + share * (until - chapterStart.cut),
        confidence: 0,
      });
      before += weights[index]!;
    }
  }
  return starts;
}

/** Returns the parts of files between two times of the joined audio. */
function rangesBetween(from: number, to: number, files: readonly NarrationAudio[]): FileRange[] {
  const ranges: FileRange[] = [];
  let offset = 0;
  for (const [file, { features }] of files.entries()) {
    const end = offset + features.frames / FRAMES_A_SECOND;
    if (from < end && to > offset)
      ranges.push({
        file,
        start: Math.round(Math.max(0, from - offset) * 1_000) / 1_000,
        end: to >= end ? null : Math.round((to - offset) * 1_000) / 1_000,
      });
    offset = end;
  }
  return ranges;
}

function inOrder(
  chapterStarts: ChapterStarts,
  text: BookText,
  files: readonly NarrationAudio[],
): ChapterMatch[] {
  const seconds = files.reduce((sum, { features }) => sum + features.frames / FRAMES_A_SECOND, 0);
  const edges = [0];
  for (const { features } of files) edges.push(edges.at(-1)! + features.frames / FRAMES_A_SECOND);
  const toEdge = (time: number): number => edges.find((edge) => Math.abs(edge - time) < NEAR) ?? time;
  const starts = startsOf(chapterStarts, text, seconds);
  // Files before the first chapter are an introduction of their own. Other audio before it belongs to it.
  const [first] = starts;
  const firstFileStart = edges.findLast((edge) => edge < (first?.at ?? 0) + NEAR) ?? 0;
  const matches = text.chapters.map((): ChapterMatch => ({ ranges: [], confidence: 0 }));
  for (const [index, { chapter, at, confidence }] of starts.entries()) {
    const from = index === 0 ? firstFileStart : toEdge(at);
    const to = toEdge(starts[index + 1]?.at ?? seconds);
    matches[chapter] = { ranges: rangesBetween(from, to, files), confidence };
  }
  return matches;
}

/**
 * Finds the audio of each chapter by its text: the chapters in files that read the text in order, or the file of each chapter.
 * @returns undefined when too little was found
 */
export function matchBook(
  files: readonly NarrationAudio[],
  text: BookText,
  progress: (fraction: number) => void = () => undefined,
): ChapterMatch[] | undefined {
  const chapterStarts = findChapters(joinAudio(files), text, (share) => progress(share / 2)) ?? [];
  const share = shareOf(chapterStarts, text);
  const isSure = files.length === 1 || share >= SURE_SHARE;
  const fileMatches = isSure
    ? undefined
    : matchFiles(files, text, (fraction) => progress((1 + fraction) / 2));
  if (fileMatches && shareOf(fileMatches, text) > Math.max(share, LEAST_SHARE))
    return fileMatches.map((match) => ({
      ranges: match ? [{ file: match.file, start: 0, end: null }] : [],
      confidence: match?.chapterStart.confidence ?? 0,
    }));
  return share >= LEAST_SHARE ? inOrder(chapterStarts, text, files) : undefined;
}
