import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { openContext, usePaint } from './use-paint.ts';
import type { Peaks } from './use-peaks.ts';
import { boundView, endOf, fitView, panView, timeAt, xOf } from './viewport.ts';
import { waveColorsOf, type SchemeColors } from './wave-canvas.tsx';
import classes from './waveform.module.css';

const HEIGHT = 36;
const MIN_WINDOW_PX = 6;

/** An overview of the whole book, with a window that marks the visible range. */
export function Overview({ peaks }: { readonly peaks: Peaks }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useRef<SchemeColors>({ scheme: '', read: undefined });
  const scheme = useComputedColorScheme('light');
  const view = useValue(contentEditor.view);
  const whole = fitView(view.total, view.width);

  const repaint = usePaint(() => {
    const { width, total } = contentEditor.view.get();
    const context = openContext(canvas.current, width, HEIGHT);
    if (!context || !canvas.current) return;
    colors.current.read ??= waveColorsOf(canvas.current);
    const readColor = colors.current.read;
    const all = fitView(total, width);
    context.clearRect(0, 0, width, HEIGHT);
    context.fillStyle = readColor.quiet;
    peaks.columns(all).forEach((peak, x) => {
      if (Number.isNaN(peak)) return;
      const size = Math.max(0.5, Math.sqrt(peak) * (HEIGHT / 2 - 3));
      context.fillRect(x, HEIGHT / 2 - size, 1, size * 2);
    });
    context.fillStyle = readColor.mark;
    context.globalAlpha = 0.5;
    for (const { time } of contentEditor.line().marks) context.fillRect(Math.round(xOf(all, time)), 0, 1, 5);
    context.globalAlpha = 1;
  });
  useEffect(() => {
    colors.current = { scheme, read: undefined };
    repaint();
  }, [scheme, repaint]);
  useEffect(() => {
    let { width } = contentEditor.view.get();
    const onView = () => {
      if (contentEditor.view.get().width === width) return;
      width = contentEditor.view.get().width;
      repaint();
    };
    const ends = [contentEditor.history, contentEditor.timeline, peaks].map(({ subscribe }) =>
      subscribe(repaint),
    );
    ends.push(contentEditor.view.subscribe(onView));
    return () => {
      for (const end of ends) end();
    };
  }, [contentEditor, peaks, repaint]);

  const leftEdge = xOf(whole, view.from);
  const width = Math.max(MIN_WINDOW_PX, (endOf(view) - view.from) / whole.perPixel);
  const centre = (time: number) =>
    contentEditor.view.set((viewport) =>
      boundView({ ...viewport, from: time - (viewport.width * viewport.perPixel) / 2 }),
    );
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    centre(timeAt(whole, event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -0.9, PageDown: 0.9 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    contentEditor.view.set((viewport) => panView(viewport, viewport.width * step));
  };

  return (
    <div className={classes['overview']} onPointerDown={onPointer} onPointerMove={onPointer}>
      <canvas ref={canvas} className={classes['overviewCanvas']} aria-hidden="true" />
      <div
        className={classes['window']}
        style={{ transform: `translateX(${Math.min(leftEdge, view.width - width)}px)`, width }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is positioned in a drawing, where an input is not possible
        role="slider"
        tabIndex={0}
        aria-label={t('contentEditor.visibleSection')}
        aria-valuemin={0}
        aria-valuemax={Math.round(view.total)}
        aria-valuenow={Math.round(view.from)}
        aria-valuetext={t('contentEditor.fromTo', { from: toClock(view.from), to: toClock(endOf(view)) })}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
