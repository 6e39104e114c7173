import { IconBook } from '@tabler/icons-react';
import { memo, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chapter } from '#contract/books/books';
import { toClock } from '#contract/core/format-duration';
import { toMinutes } from '#web/core/lib/durations.ts';
import { firstWords } from '#web/core/lib/text-start.ts';
import { useIsNearViewport } from '#web/core/lib/use-is-near-viewport.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { useT } from '#web/ui/use-t.ts';
import classes from './chapters-dialog.module.css';

/** The number of chapters rendered immediately, enough for any screen. */
const FIRST = 12;

export function NoChapters() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconBook size={28} stroke={1.4} />}
      title={t('books.noChaptersTitle')}
      text={t('books.noChaptersText')}
    />
  );
}

/** Chapters with their audio and text. The first ones are rendered immediately, the others with low priority. */
export function ChapterParts({ chapters }: { readonly chapters: readonly Chapter[] }) {
  const count = useDeferredValue(chapters.length, FIRST);
  return chapters
    .slice(0, count)
    .map((chapter, at) => <ChapterPart key={chapter.id} chapter={chapter} isFirst={at < FIRST} />);
}

interface ChapterPartProps {
  readonly chapter: Chapter;
  /** True if the chapter is among those that are visible initially. */
  readonly isFirst: boolean;
}

/** One of up to thousands of chapters: plain elements, and the buttons of the player only near the viewport. */
const ChapterPart = memo(function ChapterPart({ chapter, isFirst }: ChapterPartProps) {
  const t = useT();
  const section = useRef<HTMLElement>(null);
  const isNearViewport = useIsNearViewport(section, isFirst);
  const { name, duration, track_url, text_items } = chapter;
  return (
    <section ref={section} className={classes['chapter']} aria-label={name}>
      <div className={classes['head']}>
        <h3 className={classes['name']}>{name}</h3>
        <span className={classes['clock']} data-tooltip={toClock(duration)}>
          {t('books.chapterDuration', { count: toMinutes(duration) })}
        </span>
      </div>
      {track_url ? (
        <AudioPlayer
          src={track_url}
          label={t('books.chapterAudio', { name })}
          preload="none"
          hasControls={isNearViewport}
        />
      ) : (
        <span className={classes['quiet']}>{t('books.noAudio')}</span>
      )}
      {(text_items ?? []).map((item) => (
        <ReadMore key={item.id} text={item.text} start={firstWords(item.text)} />
      ))}
    </section>
  );
});
