import { isRecord } from '#contract/core/envelope';
import { CUE_FRAMES, toClock, toCueClock } from '#contract/core/format-duration';
import { readClock } from '#web/core/lib/clock.ts';

/** A chapter in a list of another program. */
export interface ListedChapter {
  readonly title: string;
  /** Seconds in the whole audio; undefined in a list of titles. */
  readonly start: number | undefined;
}

/** Returns the text in quotation marks, otherwise the rest of the line. */
const unquoteText = (text: string): string => /^"(.*)"\s*$/.exec(text.trim())?.[1] ?? text.trim();

function readCue(text: string): ListedChapter[] {
  const chapters: ListedChapter[] = [];
  let title = '';
  let isInTrack = false;
  for (const line of text.split(/\r?\n/)) {
    const [, word = '', rest = ''] = /^\s*(TRACK|TITLE|INDEX)\s+(.*)$/i.exec(line) ?? [];
    if (/^track$/i.test(word)) {
      isInTrack = true;
      title = '';
    } else if (/^title$/i.test(word) && isInTrack) title = unquoteText(rest);
    else if (/^index$/i.test(word)) {
      const [, minutes, seconds, frames] = /^0*1\s+(\d+):(\d+):(\d+)/.exec(rest) ?? [];
      if (minutes === undefined) continue;
      const start = Number(minutes) * 60 + Number(seconds) + Number(frames) / CUE_FRAMES;
      chapters.push({ title, start });
    }
  }
  return chapters;
}

function readFfmpeg(text: string): ListedChapter[] {
  return text
    .split(/^\[CHAPTER\]\s*$/im)
    .slice(1)
    .flatMap((section) => {
      const own = section.split(/^\[/m)[0] ?? '';
      const value = (name: string) => new RegExp(`^${name}\\s*=(.*)$`, 'im').exec(own)?.[1]?.trim();
      const [over = 1, under = 1_000_000_000] = (value('TIMEBASE') ?? '')
        .split('/')
        .filter(Boolean)
        .map(Number);
      const start = Number(value('START'));
      const title = (value('title') ?? '').replace(/\\(.)/g, '$1');
      return Number.isFinite(start) && under > 0 ? [{ title, start: (start * over) / under }] : [];
    });
}

function readJsonEntry(entry: unknown): ListedChapter[] {
  if (typeof entry === 'string') return [{ title: entry.trim(), start: undefined }];
  if (!isRecord(entry)) return [];
  const tags = isRecord(entry['tags']) ? entry['tags'] : {};
  const title =
    [entry['title'], entry['name'], tags['title']].find((value) => typeof value === 'string') ?? '';
  const seconds = [entry['start'], entry['start_time'], entry['startTime']]
    .map((value) => (typeof value === 'string' ? (readClock(value) ?? Number(value || 'x')) : value))
    .find((value): value is number => typeof value === 'number' && Number.isFinite(value));
  const milliseconds = [entry['start_ms'], entry['start_offset_ms'], entry['startMs']].find(
    (value): value is number => typeof value === 'number',
  );
  const start = seconds ?? (milliseconds === undefined ? undefined : milliseconds / 1000);
  return [{ title: title.trim(), start }];
}

function readJson(text: string): ListedChapter[] | undefined {
  try {
    const parsedJson: unknown = JSON.parse(text);
    const list = isRecord(parsedJson) ? (parsedJson['chapters'] ?? parsedJson['titles']) : parsedJson;
    return Array.isArray(list) ? list.flatMap(readJsonEntry) : undefined;
  } catch {
    return undefined;
  }
}

const timeFirst = /^\[?\(?((?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,6})?)\]?\)?\s*[-–—|\t]?\s*(.*)$/u;
const timeLast = /^(.*?)\s*[-–—|\t]?\s*\[?\(?((?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,6})?)\)?\]?$/u;
const numberPrefix = /^\(?\d{1,4}\s*[.):\t–-]\s*(?=\S)/u;

function readLines(text: string): ListedChapter[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const read = (pattern: RegExp, title: number, time: number) =>
    lines.flatMap((line) => {
      const match = pattern.exec(line);
      const start = match ? readClock(match[time] ?? '') : undefined;
      return start === undefined ? [] : [{ title: (match?.[title] ?? '').trim(), start }];
    });
  const timedTitles = [read(timeFirst, 2, 1), read(timeLast, 1, 2)].find(
    (candidate) => candidate.length === lines.length,
  );
  if (timedTitles) return timedTitles;
  // Numbers before titles are removed if all lines have one.
  const isNumbered = lines.every((line) => numberPrefix.test(line));
  return lines.map((line) => ({
    title: isNumbered ? line.replace(numberPrefix, '') : line,
    start: undefined,
  }));
}

/**
 * Parses pasted lists: titles, lines like `00:12:31 Title`, a cue sheet, JSON (a list of titles, exports of this or other programs), or
 * ffmpeg metadata. Lists with times are sorted by time.
 */
export function readChapterList(text: string): ListedChapter[] {
  const chapters = readAnyList(text.replace(/^\uFEFF/, ''));
  return chapters.length > 0 && chapters.every(({ start }) => start !== undefined)
    ? chapters.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    : chapters.map(({ title }) => ({ title, start: undefined }));
}

function readAnyList(text: string): ListedChapter[] {
  if (/^\s*[[{]/.test(text)) {
    const chapters = readJson(text);
    if (chapters) return chapters;
  }
  if (/^\s*;FFMETADATA/i.test(text) || /^\[CHAPTER\]\s*$/im.test(text)) return readFfmpeg(text);
  if (/^\s*TRACK\s+\d+/im.test(text)) return readCue(text);
  return readLines(text);
}

export const listFormats = ['titles', 'lines', 'cue', 'json', 'ffmpeg'] as const;
export type ListFormat = (typeof listFormats)[number];

export interface WrittenChapter {
  readonly code: string | undefined;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** Formats seconds: 751.25 gives "00:12:31.250", whole seconds give "00:12:31". */
const longClock = (seconds: number): string =>
  toClock(seconds, { decimals: 3, isTrimmed: true, hourDigits: 2 });

const escapeFfmpeg = (text: string): string => text.replace(/[=;#\\]/g, '\\$&');

/** Writes the chapters in a list format of other programs. */
export function writeChapterList(
  format: ListFormat,
  {
    chapters,
    bookName,
    fileName,
  }: { readonly chapters: readonly WrittenChapter[]; readonly bookName: string; readonly fileName: string },
): string {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  switch (format) {
    case 'titles':
      return chapters.map(({ title }) => oneLine(title)).join('\n');
    case 'lines':
      return chapters.map(({ start, title }) => `${longClock(start)} ${oneLine(title)}`).join('\n');
    case 'cue': {
      const quoteText = (text: string) => `"${oneLine(text).replaceAll('"', "'")}"`;
      const tracks = chapters.flatMap(({ start, title }, index) => [
        `  TRACK ${String(index + 1).padStart(2, '0')} AUDIO`,
        `    TITLE ${quoteText(title)}`,
        `    INDEX 01 ${toCueClock(start)}`,
      ]);
      return [`TITLE ${quoteText(bookName)}`, `FILE ${quoteText(fileName)} WAVE`, ...tracks].join('\n');
    }
    case 'json':
      return JSON.stringify({ chapters }, null, 2);
    default: {
      const ffmetadataOf = ({ start, end, title }: WrittenChapter) =>
        `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(start * 1000)}\nEND=${Math.round(end * 1000)}\ntitle=${escapeFfmpeg(oneLine(title))}`;
      return [';FFMETADATA1', `title=${escapeFfmpeg(oneLine(bookName))}`, ...chapters.map(ffmetadataOf)].join(
        '\n',
      );
    }
  }
}
