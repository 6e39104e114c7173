import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { IconAction } from '#web/ui/icon-action.tsx';
import { useT } from '#web/ui/use-t.ts';
import { findPlayer, isPlayed, subscribePlayer } from './player-control.ts';
import type { PlayedBook, PlayedRange } from './player-state.ts';
import type { usePlay } from './use-play.ts';

export interface PlayButtonProps {
  readonly book: PlayedBook;
  readonly chapterId: number;
  /** The name of the chapter or text item, for the accessible name. */
  readonly name: string;
  /** Plays only this part of the chapter. */
  readonly range?: PlayedRange | undefined;
  /** Default: `light`. */
  readonly variant?: 'light' | 'subtle';
  /** The function of `usePlay`, which a list calls once for all its buttons. */
  readonly play: ReturnType<typeof usePlay>;
}

/** Plays a chapter in the player, or pauses it. */
export function PlayButton({ book, chapterId, name, range, variant = 'light', play }: PlayButtonProps) {
  const t = useT();
  const isPlaying = useSyncExternalStore(subscribePlayer, () =>
    isPlayed({ bookId: book.id, chapterId, start: range?.start }),
  );
  const label = t(isPlaying ? 'player.pauseOf' : 'player.playOf', { name });
  return (
    <IconAction
      variant={variant}
      size="lg"
      label={label}
      tooltip={t(isPlaying ? 'player.pause' : 'player.play')}
      icon={isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      onClick={() => (isPlaying ? findPlayer()?.pause() : play({ book, chapterId, ...(range && { range }) }))}
    />
  );
}
