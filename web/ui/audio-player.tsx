import { useEffect, useRef } from 'react';
import { useT } from './use-t.ts';
import classes from './audio-player.module.css';

export interface AudioPlayerProps {
  /** A whole file, or a part of one as a media fragment `#t=start,end` in seconds. */
  readonly src: string;
  readonly label: string;
  /** The part that is loaded before Play. Default: the beginning, for the length. */
  readonly preload?: 'none' | 'metadata';
  /** Without its buttons it keeps its room and costs a browser next to nothing. Default: with them. */
  readonly hasControls?: boolean;
}

/** A timer of the browser looks at the position four times a second. */
const TOLERANCE = 0.25;

/** The seconds between which a media fragment lies; undefined when the address names no end. */
export function fragmentOf(src: string): { start: number; end: number } | undefined {
  const [, start, end] = /#t=([\d.]*),([\d.]+)$/.exec(src) ?? [];
  return end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** The browser's own player. Starting one stops the others of the page, and none plays past the end of its part. */
export function AudioPlayer({ src, label, preload = 'metadata', hasControls = true }: AudioPlayerProps) {
  const t = useT();
  const audio = useRef<HTMLAudioElement>(null);

  useEffect(() => {
    const player = audio.current;
    if (!player) return undefined;
    const part = fragmentOf(src);
    const stopAtEnd = () => {
      if (part && player.currentTime >= part.end && !player.paused) player.pause();
    };
    const begin = () => {
      if (part && player.currentTime >= part.end - TOLERANCE) player.currentTime = part.start;
      for (const other of document.querySelectorAll('audio')) if (other !== player) other.pause();
    };
    player.addEventListener('timeupdate', stopAtEnd);
    player.addEventListener('play', begin);
    return () => {
      player.removeEventListener('timeupdate', stopAtEnd);
      player.removeEventListener('play', begin);
      player.pause();
    };
  }, [src]);

  return (
    <div className={classes['room']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text items beside it are what is narrated */}
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
