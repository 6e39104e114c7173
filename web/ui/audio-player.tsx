import { useEffect, useRef } from 'react';
import { claimAudio, releaseAudio } from '#web/core/lib/claim-audio.ts';
import { timeRangeOf } from '#web/core/lib/media-fragment.ts';
import { useT } from './use-t.ts';
import classes from './audio-player.module.css';

export interface AudioPlayerProps {
  /** The address of a whole file, or of a media fragment `#t=start,end` in seconds. */
  readonly src: string;
  readonly label: string;
  /** The part that is loaded before Play. Default: the metadata, which contains the duration. */
  readonly preload?: 'none' | 'metadata';
  /** False renders an empty space of the same size, which needs few resources. Default: true. */
  readonly hasControls?: boolean;
}

/** The browser fires `timeupdate` about four times per second. */
const END_TOLERANCE_SECONDS = 0.25;

/** The native audio player. Starting one pauses all other audio, and playback stops at the end of the fragment. */
export function AudioPlayer({ src, label, preload = 'metadata', hasControls = true }: AudioPlayerProps) {
  const t = useT();
  const audio = useRef<HTMLAudioElement>(null);

  useEffect(() => {
    const player = audio.current;
    if (!player) return undefined;
    const range = timeRangeOf(src);
    const stopAtEnd = () => {
      if (range && player.currentTime >= range.end && !player.paused) player.pause();
    };
    const pause = () => player.pause();
    const begin = () => {
      if (range && player.currentTime >= range.end - END_TOLERANCE_SECONDS) player.currentTime = range.start;
      claimAudio(pause);
    };
    player.addEventListener('timeupdate', stopAtEnd);
    player.addEventListener('play', begin);
    return () => {
      player.removeEventListener('timeupdate', stopAtEnd);
      player.removeEventListener('play', begin);
      pause();
      releaseAudio(pause);
    };
  }, [src]);

  return (
    <div className={classes['room']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text items beside it contain the narration */}
      <audio
        ref={audio}
        className={classes['player']}
        controls={hasControls}
        preload={preload}
        src={src}
        aria-label={label}
      >
        {t('books.audioFallback')}
      </audio>
    </div>
  );
}
