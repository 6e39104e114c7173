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
import { IconAction } from '#web/ui/icon-action.tsx';
import { speeds } from './player.ts';
import { useBookContent, useContentEditor } from './content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { toClock } from '#contract/core/format-duration';
import { toExactClock } from '#web/core/lib/clock.ts';
import { fitView, viewOf, zoomView } from './waveform/viewport.ts';
import classes from './content-editor.module.css';

const ZOOM = 1.6;

export interface TransportProps {
  readonly showsLoudness: boolean;
  readonly onLoudness: () => void;
}

/** The playback controls, and the zoom of the timeline. */
export function Transport({ showsLoudness, onLoudness }: TransportProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const isPlaying = useValue(contentEditor.player.isPlaying);
  const speed = useValue(contentEditor.player.speed);
  const { total, files } = useValue(contentEditor.timeline);
  const chosenChapter = useValue(contentEditor.chosen);
  useBookContent((bookContent) => bookContent.chapters);
  const position = chosenChapter === undefined ? undefined : contentEditor.positionOf(chosenChapter);
  const zoom = (factor: number) => contentEditor.view.set((view) => zoomView(view, factor, view.width / 2));
  const loudness = files.find(({ loudness: lufs }) => lufs !== undefined)?.loudness;
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  // The menu contains the zoom if there is no space for its buttons.
  const hasZoomInMenu = useMediaQuery('(max-width: 23em)', false, { getInitialValueInEffect: false });
  const showChapter = () =>
    position && contentEditor.view.set((view) => viewOf(view, { start: position.start, end: position.end }));
  const fit = () => contentEditor.view.set(({ width }) => fitView(total, width));
  const sign = isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />;
  const buttonLabel = t(isPlaying ? 'contentEditor.pause' : 'contentEditor.play');
  return (
    <div className={classes['transport']} role="toolbar" aria-label={t('contentEditor.transport')}>
      {isNarrow ? (
        <IconAction
          variant="filled"
          size="lg"
          label={buttonLabel}
          icon={sign}
          onClick={() => contentEditor.player.toggle()}
        />
      ) : (
        <Button
          size="xs"
          className={classes['play'] ?? ''}
          leftSection={sign}
          onClick={() => contentEditor.player.toggle()}
        >
          {buttonLabel}
        </Button>
      )}
      <Clock total={isNarrow ? undefined : total} />
      <IconAction
        label={t('contentEditor.playBefore')}
        icon={<IconPlayerSkipBack size={17} stroke={1.7} />}
        disabled={!position}
        onClick={() => position && contentEditor.play(position.start, 'before')}
      />
      <IconAction
        label={t('contentEditor.playAfter')}
        icon={<IconPlayerSkipForward size={17} stroke={1.7} />}
        disabled={!position}
        onClick={() => position && contentEditor.play(position.start, 'after')}
      />
      {!isNarrow && (
        <NativeSelect
          size="xs"
          className={classes['speed'] ?? ''}
          aria-label={t('contentEditor.speed')}
          value={String(speed)}
          data={speeds.map((rate) => ({ value: String(rate), label: `${rate} ×` }))}
          onChange={({ currentTarget: { value } }) => contentEditor.player.setSpeed(Number(value))}
        />
      )}
      <span className={classes['grow']} />
      {!isNarrow && (
        <>
          {loudness !== undefined && (
            <span className={classes['loudness']}>
              {t('contentEditor.loudness', { lufs: loudness.toFixed(1) })}
            </span>
          )}
          <IconAction
            label={t('contentEditor.loudnessLine')}
            aria-pressed={showsLoudness}
            variant={showsLoudness ? 'light' : 'subtle'}
            icon={<IconWaveSine size={17} stroke={1.7} />}
            onClick={onLoudness}
          />
        </>
      )}
      {!hasZoomInMenu && (
        <>
          <IconAction
            label={t('contentEditor.zoomOut')}
            icon={<IconZoomOut size={17} stroke={1.7} />}
            onClick={() => zoom(ZOOM)}
          />
          <IconAction
            label={t('contentEditor.zoomIn')}
            icon={<IconZoomIn size={17} stroke={1.7} />}
            onClick={() => zoom(1 / ZOOM)}
          />
        </>
      )}
      {isNarrow ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconAction label={t('contentEditor.moreOfAudio')} icon={<IconDots size={17} stroke={1.9} />} />
          </Menu.Target>
          <Menu.Dropdown>
            {hasZoomInMenu && (
              <>
                <Menu.Item closeMenuOnClick={false} onClick={() => zoom(1 / ZOOM)}>
                  {t('contentEditor.zoomIn')}
                </Menu.Item>
                <Menu.Item closeMenuOnClick={false} onClick={() => zoom(ZOOM)}>
                  {t('contentEditor.zoomOut')}
                </Menu.Item>
              </>
            )}
            <Menu.Item disabled={!position} onClick={showChapter}>
              {t('contentEditor.showChapter')}
            </Menu.Item>
            <Menu.Item onClick={fit}>{t('contentEditor.fit')}</Menu.Item>
            <Menu.Item onClick={onLoudness} rightSection={showsLoudness && <IconCheck size={14} />}>
              {t('contentEditor.loudnessLine')}
              {loudness !== undefined && ` (${t('contentEditor.loudness', { lufs: loudness.toFixed(1) })})`}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Label>{t('contentEditor.speed')}</Menu.Label>
            {speeds.map((rate) => (
              <Menu.Item
                key={rate}
                aria-current={rate === speed}
                rightSection={rate === speed && <IconCheck size={14} />}
                onClick={() => contentEditor.player.setSpeed(rate)}
              >
                {`${rate} ×`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <>
          <IconAction
            label={t('contentEditor.showChapter')}
            icon={<IconArrowsHorizontal size={17} stroke={1.7} />}
            disabled={!position}
            onClick={showChapter}
          />
          <Button size="xs" variant="default" onClick={fit}>
            {t('contentEditor.fit')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The playback time, updated without rendering the screen. */
function Clock({ total }: { readonly total: number | undefined }) {
  const { player } = useContentEditor();
  const output = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    const write = () => {
      if (output.current) output.current.textContent = toExactClock(player.time.get());
    };
    write();
    return player.time.subscribe(write);
  }, [player]);
  return (
    <span className={classes['clock']}>
      <time ref={output} />
      {total !== undefined && <span className={classes['quiet']}> / {toClock(total)}</span>}
    </span>
  );
}
