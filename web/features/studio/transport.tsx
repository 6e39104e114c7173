import { Button, NativeSelect } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconWaveSine,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { speeds } from './player.ts';
import { useInside, useStudio } from './studio-context.ts';
import { useValue } from './value-store.ts';
import { tickLabel } from './waveform/paint.ts';
import { fitted, showing, zoomed } from './waveform/viewport.ts';
import classes from './studio.module.css';

const ZOOM = 1.6;

export interface TransportProps {
  readonly showsLoudness: boolean;
  readonly onLoudness: () => void;
}

/** Play, listen around a mark, and how much of the sound is in sight. */
export function Transport({ showsLoudness, onLoudness }: TransportProps) {
  const { t } = useTranslation();
  const studio = useStudio();
  const isPlaying = useValue(studio.player.isPlaying);
  const speed = useValue(studio.player.speed);
  const { total, files } = useValue(studio.timeline);
  const chosen = useValue(studio.chosen);
  useInside((inside) => inside.chapters);
  const place = chosen === undefined ? undefined : studio.placeOf(chosen);
  const zoom = (factor: number) => studio.view.set((view) => zoomed(view, factor, view.width / 2));
  const loudness = files.find(({ loudness: lufs }) => lufs !== undefined)?.loudness;
  return (
    <div className={classes['transport']} role="toolbar" aria-label={t('studio.transport')}>
      <Button
        size="xs"
        className={classes['play'] ?? ''}
        leftSection={isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
        onClick={() => studio.player.toggle()}
      >
        {t(isPlaying ? 'studio.pause' : 'studio.play')}
      </Button>
      <Clock total={total} />
      <IconAction
        label={t('studio.hearBefore')}
        icon={<IconPlayerSkipBack size={17} stroke={1.7} />}
        disabled={!place}
        onClick={() => place && studio.hear(place.start, 'before')}
      />
      <IconAction
        label={t('studio.hearAfter')}
        icon={<IconPlayerSkipForward size={17} stroke={1.7} />}
        disabled={!place}
        onClick={() => place && studio.hear(place.start, 'after')}
      />
      <NativeSelect
        size="xs"
        className={classes['speed'] ?? ''}
        aria-label={t('studio.speed')}
        value={String(speed)}
        data={speeds.map((rate) => ({ value: String(rate), label: `${rate} ×` }))}
        onChange={({ currentTarget: { value } }) => studio.player.setSpeed(Number(value))}
      />
      <span className={classes['grow']} />
      {loudness !== undefined && (
        <span className={classes['loudness']}>{t('studio.loudness', { lufs: loudness.toFixed(1) })}</span>
      )}
      <IconAction
        label={t('studio.loudnessLine')}
        aria-pressed={showsLoudness}
        variant={showsLoudness ? 'light' : 'subtle'}
        icon={<IconWaveSine size={17} stroke={1.7} />}
        onClick={onLoudness}
      />
      <IconAction
        label={t('studio.zoomOut')}
        icon={<IconZoomOut size={17} stroke={1.7} />}
        onClick={() => zoom(ZOOM)}
      />
      <IconAction
        label={t('studio.zoomIn')}
        icon={<IconZoomIn size={17} stroke={1.7} />}
        onClick={() => zoom(1 / ZOOM)}
      />
      <IconAction
        label={t('studio.showChapter')}
        icon={<IconArrowsHorizontal size={17} stroke={1.7} />}
        disabled={!place}
        onClick={() => place && studio.view.set((view) => showing(view, place.start, place.end))}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => studio.view.set(({ width }) => fitted(total, width))}
      >
        {t('studio.fit')}
      </Button>
    </div>
  );
}

/** The time that is heard, written without drawing the screen again. */
function Clock({ total }: { readonly total: number }) {
  const { player } = useStudio();
  const output = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    const write = () => {
      if (output.current) output.current.textContent = tickLabel(player.time.get(), 0.05);
    };
    write();
    return player.time.subscribe(write);
  }, [player]);
  return (
    <span className={classes['clock']}>
      <time ref={output} /> <span className={classes['quiet']}>/ {tickLabel(total, 1)}</span>
    </span>
  );
}
