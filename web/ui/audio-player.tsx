import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './audio-player.module.css';

export interface AudioPlayerProps {
  /** A whole file, or a part of one as a media fragment `#t=start,end` in seconds. */
  readonly src: string;
  readonly label: string;
}

/** The last second of a media fragment; undefined when the address names none. */
export function fragmentEnd(src: string): number | undefined {
  const end = /#t=[\d.]*,([\d.]+)$/.exec(src)?.[1];
  return end === undefined ? undefined : Number(end);
}

/** The browser's own player. Starting one stops the others of the page, and none plays past the end of its part. */
export function AudioPlayer({ src, label }: AudioPlayerProps) {
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);

  useEffect(() => {
    const player = audio.current;
    if (!player) return undefined;
    const end = fragmentEnd(src);
    const stopAtEnd = () => {
      if (end !== undefined && player.currentTime >= end && !player.paused) player.pause();
    };
    const stopOthers = () => {
      for (const other of document.querySelectorAll('audio')) if (other !== player) other.pause();
    };
    player.addEventListener('timeupdate', stopAtEnd);
    player.addEventListener('play', stopOthers);
    return () => {
      player.removeEventListener('timeupdate', stopAtEnd);
      player.removeEventListener('play', stopOthers);
      player.pause();
    };
  }, [src]);

  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the text items beside it are what is narrated
    <audio ref={audio} className={classes['player']} controls preload="metadata" src={src} aria-label={label}>
      {t('books.audioFallback')}
    </audio>
  );
}
