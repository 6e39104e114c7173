import { Button, Menu, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsHorizontal,
  IconCheck,
  IconDots,
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
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const showChapter = () => place && studio.view.set((view) => showing(view, place.start, place.end));
  const fit = () => studio.view.set(({ width }) => fitted(total, width));
  const sign = isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />;
  const called = t(isPlaying ? 'studio.pause' : 'studio.play');
  return (
    <div className={classes['transport']} role="toolbar" aria-label={t('studio.transport')}>
      {isNarrow ? (
        <IconAction
          variant="filled"
          size="lg"
          label={called}
          icon={sign}
          onClick={() => studio.player.toggle()}
        />
      ) : (
        <Button
          size="xs"
          className={classes['play'] ?? ''}
          leftSection={sign}
          onClick={() => studio.player.toggle()}
        >
          {called}
        </Button>
      )}
      <Clock total={isNarrow ? undefined : total} />
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
      {!isNarrow && (
        <NativeSelect
          size="xs"
          className={classes['speed'] ?? ''}
          aria-label={t('studio.speed')}
          value={String(speed)}
          data={speeds.map((rate) => ({ value: String(rate), label: `${rate} ×` }))}
          onChange={({ currentTarget: { value } }) => studio.player.setSpeed(Number(value))}
        />
      )}
      <span className={classes['grow']} />
      {!isNarrow && (
        <>
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
        </>
      )}
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
      {isNarrow ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconAction label={t('studio.moreOfSound')} icon={<IconDots size={17} stroke={1.9} />} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={!place} onClick={showChapter}>
              {t('studio.showChapter')}
            </Menu.Item>
            <Menu.Item onClick={fit}>{t('studio.fit')}</Menu.Item>
            <Menu.Item onClick={onLoudness} rightSection={showsLoudness && <IconCheck size={14} />}>
              {t('studio.loudnessLine')}
              {loudness !== undefined && ` (${t('studio.loudness', { lufs: loudness.toFixed(1) })})`}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Label>{t('studio.speed')}</Menu.Label>
            {speeds.map((rate) => (
              <Menu.Item
                key={rate}
                aria-current={rate === speed}
                rightSection={rate === speed && <IconCheck size={14} />}
                onClick={() => studio.player.setSpeed(rate)}
              >
                {`${rate} ×`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <>
          <IconAction
            label={t('studio.showChapter')}
            icon={<IconArrowsHorizontal size={17} stroke={1.7} />}
            disabled={!place}
            onClick={showChapter}
          />
          <Button size="xs" variant="default" onClick={fit}>
            {t('studio.fit')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The time that is heard, written without drawing the screen again. */
function Clock({ total }: { readonly total: number | undefined }) {
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
      <time ref={output} />
      {total !== undefined && <span className={classes['quiet']}> / {tickLabel(total, 1)}</span>}
    </span>
  );
}
