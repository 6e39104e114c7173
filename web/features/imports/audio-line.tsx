import { useTranslation } from 'react-i18next';
import type { ProposalFile } from '#contract/imports/import-proposal';
import { toClock } from '#contract/core/format-duration';
import type { Chapters } from './chapter-edits.ts';
import { columnsOf } from './peaks.ts';
import { useAudioShape } from './use-waveform.ts';
import classes from './proposal-chapters.module.css';

export interface AudioLineProps {
  readonly importId: number;
  readonly files: readonly ProposalFile[];
  readonly chapters: Chapters;
  /** The ID of the highlighted chapter. */
  readonly openId: string | undefined;
}

const WIDTH = 10_000;
const COLUMNS = 1_200;
const MIDDLE = 20;
const HALF_HEIGHT = 15;

/**
 * The audio of the proposal as one line. It shows the waveform after the analysis, a mark at the start of each chapter and a taller one at
 * each file.
 */
export function AudioLine({ importId, files, chapters, openId }: AudioLineProps) {
  const { t } = useTranslation();
  const shapes = useAudioShape(importId);
  const starts: number[] = [];
  let total = 0;
  for (const { seconds } of files) {
    starts.push(total);
    total += seconds ?? 0;
  }
  if (total === 0) return null;
  const x = (file: number, second: number) =>
    Math.round((WIDTH * Math.min((starts[file] ?? 0) + second, total)) / total);
  const marks = chapters.flatMap(({ audio }) => (audio ? [`M${x(audio.file, audio.start)} 12V28`] : []));
  const borders = files.flatMap(({ seconds }, index) =>
    seconds !== null && (starts[index] ?? 0) > 0 ? [`M${x(index, 0)} 4V36`] : [],
  );
  const chaptersWithAudio = chapters.flatMap(({ audio }) =>
    audio ? [`M${x(audio.file, audio.start)} 20H${x(audio.file, audio.end)}`] : [],
  );
  const shape = files.flatMap(({ audio_url, seconds }, file) => {
    const peaks = audio_url === null ? undefined : shapes.get(audio_url);
    if (!peaks || !seconds) return [];
    const columns = columnsOf(peaks, Math.max(1, Math.round((COLUMNS * seconds) / total)));
    return columns.map((peak, column) => {
      // Speech is far below the maximum level, so the square root makes it visible.
      const height = Math.max(0.5, HALF_HEIGHT * Math.sqrt(peak / 255));
      const time = x(file, ((column + 0.5) * seconds) / columns.length);
      return `M${time} ${(MIDDLE - height).toFixed(1)}V${(MIDDLE + height).toFixed(1)}`;
    });
  });
  const open = chapters.find(({ id }) => id === openId)?.audio;
  return (
    <div className={classes['line']}>
      <svg
        viewBox={`0 0 ${WIDTH} 40`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing without a file
        role="img"
        aria-label={t('imports.audioLine', { clock: toClock(total) })}
      >
        {open && (
          <rect
            className={classes['open']}
            x={x(open.file, open.start)}
            y={4}
            width={Math.max(x(open.file, open.end) - x(open.file, open.start), 20)}
            height={32}
          />
        )}
        <path className={classes['silent']} d={`M0 20H${WIDTH}`} />
        <path className={classes['withAudio']} d={chaptersWithAudio.join('')} />
        <path className={classes['shape']} d={shape.join('')} />
        <path className={classes['border']} d={borders.join('')} />
        <path className={classes['mark']} d={marks.join('')} />
      </svg>
      <div className={classes['scale']} aria-hidden="true">
        <span>0:00</span>
        <span>{toClock(total)}</span>
      </div>
    </div>
  );
}
