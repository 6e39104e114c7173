import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { useValue } from '#web/core/lib/value-store.ts';
import type { Player } from './create-player.ts';
import classes from './player-bar.module.css';

/** The position in the chapter, updated without rendering the bar. While it is dragged, the playback continues at the old position. */
export function PlayerPosition({ player }: { readonly player: Player }) {
  const { t } = useTranslation();
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLTimeElement>(null);
  const isDragged = useRef(false);
  const seconds = Math.max(1, Math.round(useValue(player.duration)));
  const total = toClock(seconds);

  useEffect(() => {
    const show = (value: number) => {
      const time = toClock(Math.floor(value));
      if (clock.current) clock.current.textContent = time;
      slider.current?.setAttribute('aria-valuetext', t('player.positionText', { time, total }));
      slider.current?.style.setProperty('--lectern-played', `${(100 * value) / seconds}%`);
    };
    const follow = () => {
      if (isDragged.current || !slider.current) return;
      const time = player.time.get();
      slider.current.value = String(Math.floor(time));
      show(time);
    };
    const input = slider.current;
    const drag = () => {
      isDragged.current = true;
      if (input) show(Number(input.value));
    };
    const drop = () => {
      isDragged.current = false;
      if (input) player.seek(Number(input.value));
    };
    input?.addEventListener('input', drag);
    input?.addEventListener('change', drop);
    const stop = player.time.subscribe(follow);
    follow();
    return () => {
      stop();
      input?.removeEventListener('input', drag);
      input?.removeEventListener('change', drop);
    };
  }, [player, t, total, seconds]);

  return (
    <div className={classes['position']}>
      <time ref={clock} />
      <input
        ref={slider}
        type="range"
        className={classes['slider']}
        aria-label={t('player.position')}
        min={0}
        max={seconds}
        step={1}
        defaultValue={0}
      />
      <time>{total}</time>
    </div>
  );
}
