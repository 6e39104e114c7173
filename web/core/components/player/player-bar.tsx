import { Alert, Anchor, Button, Loader, NativeSelect, VisuallyHidden } from '@mantine/core';
import {
  IconAlertCircle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconRewindBackward15,
  IconRewindForward15,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { useScreenShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { type Player, SKIP_SECONDS, speeds } from './create-player.ts';
import classes from './player-bar.module.css';
import { PlayerPosition } from './player-position.tsx';
import { findPlayer, subscribePlayer } from './player-control.ts';
import { currentChapter, type PlayerState } from './player-state.ts';

/** The player at the bottom of the window. It plays across screens until it is closed. */
export function PlayerBar() {
  const player = useSyncExternalStore(subscribePlayer, findPlayer);
  return player && <OpenBar player={player} />;
}

/** The height of the bar, for elements that must not be below it. */
const HEIGHT = '--lectern-player-height';

/** Publishes the height of the bar while it is open. */
function useBarHeight() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (bar.current) style.setProperty(HEIGHT, `${bar.current.offsetHeight}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return bar;
}

function OpenBar({ player }: { readonly player: Player }) {
  const { t } = useTranslation();
  const bar = useBarHeight();
  const state = useValue(player.state);
  useScreenShortcuts([{ key: 'p', label: t('player.playOrPause'), run: player.toggle }]);
  const chapter = state && currentChapter(state);
  if (!state || !chapter) return null;
  const { book, problem } = state;
  const image = book.thumbnail_url ?? book.image_url;
  const close = () => {
    player.close();
    // The focused button was removed.
    document.getElementById('main')?.focus();
  };
  return (
    <section ref={bar} className={classes['bar']} aria-label={t('player.heading')}>
      <div className={classes['about']}>
        {image && <img className={classes['cover']} src={image} alt="" />}
        <div className={classes['names']}>
          <Anchor component={Link} to={recordAddress('books', book.id)} className={classes['book'] ?? ''}>
            <bdi>{book.name}</bdi>
          </Anchor>
          <span className={classes['chapter']}>
            <bdi>{chapter.name}</bdi>
          </span>
        </div>
        <VisuallyHidden component="output">{t('player.playing', { name: chapter.name })}</VisuallyHidden>
      </div>
      <Controls player={player} state={state} />
      {problem ? (
        <Alert
          color="red"
          role="alert"
          p="0.375rem 0.75rem"
          className={classes['problem'] ?? ''}
          icon={<IconAlertCircle size={18} />}
        >
          <span className={classes['message']}>
            {t(`player.problem.${problem}`)}
            <Button size="compact-sm" variant="default" onClick={player.resume}>
              {t('ui.retry')}
            </Button>
          </span>
        </Alert>
      ) : (
        <PlayerPosition key={`${book.id} ${chapter.id}`} player={player} />
      )}
      <Speed player={player} />
      <IconAction
        className={classes['close'] ?? ''}
        color="gray"
        size="lg"
        label={t('player.close')}
        icon={<IconX size={18} stroke={1.7} />}
        onClick={close}
      />
    </section>
  );
}

function Controls({ player, state }: { readonly player: Player; readonly state: PlayerState }) {
  const { t } = useTranslation();
  const { status, index, chapters } = state;
  const isPlaying = status === 'playing' || status === 'loading';
  const sign = isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />;
  return (
    <fieldset className={classes['controls']} aria-label={t('player.controls')}>
      <IconAction
        size="lg"
        color="gray"
        label={t('player.previous')}
        icon={<IconPlayerTrackPrevFilled size={16} />}
        onClick={player.previous}
      />
      <IconAction
        size="lg"
        color="gray"
        label={t('player.back', { seconds: SKIP_SECONDS })}
        icon={<IconRewindBackward15 size={20} stroke={1.7} />}
        onClick={() => player.skip(-SKIP_SECONDS)}
      />
      <IconAction
        size="lg"
        variant="filled"
        className={classes['play'] ?? ''}
        label={t(isPlaying ? 'player.pause' : 'player.play')}
        icon={status === 'loading' ? <Loader size={18} color="white" aria-hidden="true" /> : sign}
        onClick={player.toggle}
      />
      <IconAction
        size="lg"
        color="gray"
        label={t('player.forward', { seconds: SKIP_SECONDS })}
        icon={<IconRewindForward15 size={20} stroke={1.7} />}
        onClick={() => player.skip(SKIP_SECONDS)}
      />
      <IconAction
        size="lg"
        color="gray"
        label={t('player.next')}
        icon={<IconPlayerTrackNextFilled size={16} />}
        disabled={index + 1 >= chapters.length}
        onClick={player.next}
      />
    </fieldset>
  );
}

function Speed({ player }: { readonly player: Player }) {
  const { t } = useTranslation();
  const speed = useValue(player.speed);
  return (
    <NativeSelect
      size="xs"
      className={classes['speed'] ?? ''}
      aria-label={t('player.speed')}
      value={String(speed)}
      data={speeds.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
      onChange={({ currentTarget: { value } }) => player.setSpeed(Number(value))}
    />
  );
}
