import { toClock } from '#contract/core/format-duration';
import type { Cue, TimedChapter } from './timed.ts';

/** Returns a time such as `01:02:03.450`, with the decimal mark of the format. */
export const clock = (seconds: number, decimalMark: '.' | ',' = '.'): string =>
  toClock(seconds, { decimals: 3, hourDigits: 2, decimalMark });

/** A blank line ends a cue, so its text must not contain one. */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

const cuesOf = (chapters: readonly TimedChapter[]) =>
  chapters.flatMap(({ items }) => items.flatMap(({ cues }) => cues)).filter(({ end, start }) => end > start);

/** Returns SubRip. */
export const toSrt = (chapters: readonly TimedChapter[]): string =>
  cuesOf(chapters)
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${oneLine(text).replaceAll('-->', '→')}\n`,
    )
    .join('\n');

const escapeCueText = (text: string): string =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns cues as WebVTT in their order; cues with no duration are skipped. */
export const vttOf = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .filter(({ start, end }) => end > start)
    .map(({ start, end, text }) => `${clock(start)} --> ${clock(end)}\n${escapeCueText(text)}\n`)
    .join('\n')}`;

/** Returns WebVTT. */
export const toVtt = (chapters: readonly TimedChapter[]): string => vttOf(cuesOf(chapters));

/** Returns chapters and texts, each with its start. */
export const toTimedText = (chapters: readonly TimedChapter[]): string =>
  chapters
    .map(({ title, start, items }) =>
      [
        `[${clock(start)}] ${oneLine(title)}`,
        ...items.map(
          ({ text, start: begin }) => `${begin === null ? '' : `[${clock(begin)}] `}${oneLine(text)}`,
        ),
      ].join('\n\n'),
    )
    .join('\n\n\n')
    .concat('\n');

/** Returns the times as JSON. */
export const toTimes = (chapters: readonly TimedChapter[]): string =>
  `${JSON.stringify(
    {
      chapters: chapters.map(({ code, title, start, end, items }) => ({
        code,
        title,
        start,
        end,
        items: items.map(({ cues: _cues, ...item }) => item),
      })),
    },
    null,
    1,
  )}\n`;
