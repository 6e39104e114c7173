import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toShortClock } from '#web/core/lib/clock.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { stepOfKey } from './key-steps.ts';
import { revealTime, xOf } from './viewport.ts';
import classes from './waveform.module.css';

/** The playback position, moved without rendering the screen. */
export function Playhead() {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { time, isPlaying } = contentEditor.player;
    const position = () => {
      const now = time.get();
      if (isPlaying.get()) contentEditor.view.set((view) => revealTime(view, now, 0.05));
      const node = element.current;
      if (!node) return;
      const view = contentEditor.view.get();
      const x = xOf(view, now);
      node.style.transform = `translateX(${x}px)`;
      node.hidden = x < -1 || x > view.width + 1;
      node.setAttribute('aria-valuenow', String(Math.round(now * 100) / 100));
      node.setAttribute('aria-valuetext', toShortClock(now));
    };
    position();
    const ends = [time.subscribe(position), contentEditor.view.subscribe(position)];
    return () => {
      for (const end of ends) end();
    };
  }, [contentEditor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { player, timeline } = contentEditor;
    const step = stepOfKey(event);
    const ends = { Home: 0, End: timeline.get().total }[event.key];
    const to = ends ?? (step === undefined ? undefined : player.time.get() + step);
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    contentEditor.seek(to);
  };

  return (
    <div
      ref={element}
      className={classes['playhead']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is positioned in a drawing, where an input is not possible
      role="slider"
      tabIndex={0}
      aria-label={t('contentEditor.playhead')}
      aria-valuemin={0}
      aria-valuemax={contentEditor.timeline.get().total}
      aria-valuenow={0}
      onKeyDown={onKeyDown}
    />
  );
}
