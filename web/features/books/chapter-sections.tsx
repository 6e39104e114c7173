import { IconBook } from '@tabler/icons-react';
import { memo, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, Chapter } from '#contract/books/books';
import { toClock } from '#contract/core/format-duration';
import { toMinutes } from '#web/core/lib/durations.ts';
import { firstWords } from '#web/core/lib/text-start.ts';
import { useIsNearViewport } from '#web/core/lib/use-is-near-viewport.ts';
import { PlayButton } from '#web/core/components/player/play-button.tsx';
import { usePlay } from '#web/core/components/player/use-play.ts';
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

export interface ChapterSectionsProps {
  readonly chapters: readonly Chapter[];
  /** The book of the chapters. With it, they are played in the player at the bottom of the window. */
  readonly playedBook?: Book;
}

/** Chapters with their audio and text. The first ones are rendered immediately, the others with low priority. */
export function ChapterSections({ chapters, playedBook }: ChapterSectionsProps) {
  const count = useDeferredValue(chapters.length, FIRST);
  const play = usePlay();
  return chapters
    .slice(0, count)
    .map((chapter, index) => (
      <ChapterSection
        key={chapter.id}
        chapter={chapter}
        isFirst={index < FIRST}
        playedBook={playedBook}
        play={play}
      />
    ));
}

interface ChapterSectionProps {
  readonly chapter: Chapter;
  readonly playedBook: Book | undefined;
  readonly play: ReturnType<typeof usePlay>;
  /** True if the chapter is among those that are visible initially. */
  readonly isFirst: boolean;
}

/** One of up to thousands of chapters: plain elements, and the buttons of the player only near the viewport. */
const ChapterSection = memo(function ChapterSection({
  chapter,
  isFirst,
  playedBook,
  play,
}: ChapterSectionProps) {
  const t = useT();
  const section = useRef<HTMLElement>(null);
  const isNearViewport = useIsNearViewport(section, isFirst);
  const { name, duration, track_url, text_items } = chapter;
  return (
    <section ref={section} className={classes['chapter']} aria-label={name} data-chapter={chapter.id}>
      <div className={classes['head']}>
        {playedBook && track_url && (
          <PlayButton book={playedBook} chapterId={chapter.id} name={name} play={play} />
        )}
        <h3 className={classes['name']}>{name}</h3>
        <span className={classes['clock']} data-tooltip={toClock(duration)}>
          {t('books.chapterDuration', { count: toMinutes(duration) })}
        </span>
      </div>
      {!track_url && <span className={classes['quiet']}>{t('books.noAudio')}</span>}
      {track_url && !playedBook && (
        <AudioPlayer
          src={track_url}
          label={t('books.chapterAudio', { name })}
          preload="none"
          hasControls={isNearViewport}
        />
      )}
      {(text_items ?? []).map((item) => (
        <ReadMore key={item.id} text={item.text} start={firstWords(item.text)} />
      ))}
    </section>
  );
});
