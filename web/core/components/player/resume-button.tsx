import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { findPlayer, subscribePlayer } from './player-control.ts';
import { readPosition } from './player-positions.ts';
import { type PlayedBook, withAudio } from './player-state.ts';
import { usePlay } from './use-play.ts';

/** Plays a book from its last position, otherwise from the beginning. Hidden while the player contains the book. */
export function ResumeButton({ book }: { readonly book: PlayedBook }) {
  const { t } = useTranslation();
  const play = usePlay();
  const openBook = useSyncExternalStore(subscribePlayer, () => findPlayer()?.state.get()?.book.id);
  const chapters = withAudio(book);
  if (chapters.length === 0 || openBook === book.id) return null;
  const position = readPosition(book.id);
  const chapter = chapters.find(({ id }) => id === position?.chapter);
  const detail = chapter && position && { name: chapter.name, time: toClock(Math.floor(position.seconds)) };
  return (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconPlayerPlayFilled size={14} />}
      onClick={() => play({ book })}
      {...(detail && {
        'aria-label': t('player.resumeAt', detail),
        'data-tooltip': t('player.resumeAt', detail),
      })}
    >
      {t(detail ? 'player.resume' : 'player.playBook')}
    </Button>
  );
}
