import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import type { Chapter, BookContent } from '../model/book-content.ts';
import { marksBetween } from '../model/marks-on-line.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { loudnessOf, paintWave, type WaveColors } from './paint.ts';
import { openContext, usePaint } from './use-paint.ts';
import type { Peaks } from './use-peaks.ts';
import { endOf } from './viewport.ts';
import classes from './waveform.module.css';

/** The colors of the current scheme, cached by scheme. */
export interface SchemeColors {
  scheme: string;
  read: WaveColors | undefined;
}

/** Reads the colors of the canvas from the style sheet. */
export function waveColorsOf(element: Element): WaveColors {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--wave-${name}`).trim() || '#888';
  return {
    wave: read('bars'),
    quiet: read('quiet'),
    silence: read('silence'),
    line: read('line'),
    text: read('text'),
    chosen: read('chosen'),
    mark: read('mark'),
  };
}

/** The time in seconds on both sides that the loudness is averaged over. */
const LOUDNESS_REACH = 1.5;
/** Pauses narrower than this number of pixels are not drawn. */
const MIN_SILENCE_PX = 1;
const WAVE_HEIGHT = 168;

export interface WaveCanvasProps {
  readonly peaks: Peaks;
  readonly showsLoudness: boolean;
}

/** The canvas of the waveform. Interactive elements are rendered above it. */
export function WaveCanvas({ peaks, showsLoudness }: WaveCanvasProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const colors = useRef<SchemeColors>({ scheme: '', read: undefined });
  const showsLoudnessRef = useRef(showsLoudness);

  const repaint = usePaint(() => {
    const view = contentEditor.view.get();
    const height = canvas.current?.clientHeight || WAVE_HEIGHT;
    const context = openContext(canvas.current, view.width, height);
    if (!context || !canvas.current) return;
    colors.current.read ??= waveColorsOf(canvas.current);
    const line = contentEditor.line();
    const columns = peaks.columns(view);
    const chosenChapter = contentEditor.chosen.get();
    const until = endOf(view);
    const isClose = view.perPixel < 0.5;
    paintWave(
      context,
      {
        view,
        height,
        columns,
        silences: isClose
          ? contentEditor
              .silencesBetween(view.from, until)
              .filter(({ start, end }) => (end - start) / view.perPixel >= MIN_SILENCE_PX)
          : [],
        marks: marksBetween(line.marks, view.from, until).map(({ time }) => time),
        chosen: line.chapters.find(({ key }) => key === chosenChapter),
        missingInText: missingInTextIn(contentEditor, view.from, until),
        loudness: showsLoudnessRef.current
          ? loudnessOf(columns, Math.max(2, Math.round(LOUDNESS_REACH / view.perPixel)))
          : undefined,
      },
      colors.current.read,
    );
  });

  useEffect(() => {
    colors.current = { scheme, read: undefined };
    repaint();
  }, [scheme, repaint]);
  useEffect(() => {
    showsLoudnessRef.current = showsLoudness;
    repaint();
  }, [showsLoudness, repaint]);
  useEffect(() => {
    const ends = [
      contentEditor.view,
      contentEditor.history,
      contentEditor.timeline,
      contentEditor.chosen,
      peaks,
    ].map(({ subscribe }) => subscribe(repaint));
    return () => {
      for (const end of ends) end();
    };
  }, [contentEditor, peaks, repaint]);

  return (
    <canvas
      ref={canvas}
      className={classes['canvas']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing without a file
      role="img"
      aria-label={t('contentEditor.waveOf', {
        name: contentEditor.book.name,
        clock: toClock(contentEditor.timeline.get().total),
      })}
    />
  );
}

type Shared = ReturnType<typeof useContentEditor>;

const chapterCache = new WeakMap<BookContent, readonly Chapter[]>();

/** Returns the chapters with audio that is missing in the text. Cached, since the canvas is drawn on each frame. */
function chaptersWithMore(bookContent: BookContent): readonly Chapter[] {
  const cachedChapters = chapterCache.get(bookContent);
  if (cachedChapters) return cachedChapters;
  const chapters = bookContent.chapters.filter(({ missingInText }) => missingInText.length > 0);
  chapterCache.set(bookContent, chapters);
  return chapters;
}

/** Returns the spans of audio that are missing in the text, on the timeline. */
function missingInTextIn({ current, toLine, timeline }: Shared, from: number, to: number) {
  if (timeline.get().total === 0) return [];
  return chaptersWithMore(current()).flatMap(({ audio, missingInText }) => {
    if (!audio) return [];
    const offset = toLine(audio.file, 0);
    if (offset === undefined || offset + audio.end < from || offset + audio.start > to) return [];
    return missingInText.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
  });
}
