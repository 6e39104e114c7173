import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { Marks } from './marks.tsx';
import { Overview } from './overview.tsx';
import { Playhead } from './playhead.tsx';
import { SentenceStrip } from './sentence-strip.tsx';
import { useGestures } from './use-gestures.ts';
import { usePeaks } from './use-peaks.ts';
import { resizeView } from './viewport.ts';
import { WaveCanvas } from './wave-canvas.tsx';
import classes from './waveform.module.css';

/** The percentage displayed before the first file is analysed, so the bar is visible. */
const MIN_SHOWN_PERCENT = 5;

/** The audio of the book: an overview of all of it, and a detailed view with the marks of its chapters. */
export function Waveform({ showsLoudness }: { readonly showsLoudness: boolean }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const frame = useRef<HTMLDivElement>(null);
  const peaks = usePeaks();
  const { files } = useValue(contentEditor.timeline);
  const gestures = useGestures(frame);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      if (element.clientWidth > 0) contentEditor.view.set((view) => resizeView(view, element.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [contentEditor]);

  const waitingCount = files.filter(({ isWaiting }) => isWaiting).length;
  const failedFile = files.find(({ error }) => error !== undefined);
  return (
    <section className={classes['waveform']} aria-label={t('contentEditor.waveform')}>
      <Overview peaks={peaks} />
      <div ref={frame} className={classes['frame']} {...gestures}>
        <WaveCanvas peaks={peaks} showsLoudness={showsLoudness} />
        <Marks />
        <Playhead />
      </div>
      <SentenceStrip />
      {waitingCount > 0 && (
        <div className={classes['state']}>
          <Progress
            size="sm"
            animated
            value={Math.max(MIN_SHOWN_PERCENT, ((files.length - waitingCount) / files.length) * 100)}
            aria-label={t('contentEditor.analysing')}
          />
          <p>{t('contentEditor.waveWaiting', { done: files.length - waitingCount, count: files.length })}</p>
        </div>
      )}
      {failedFile?.error && <p className={classes['state']}>{failedFile.error}</p>}
    </section>
  );
}
