import { Anchor, Badge } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { Link } from 'react-router';
import type { Book } from '#contract/books/books';
import { toClock } from '#contract/core/format-duration';
import type { ProofingChapter, ProofingEntry } from '#contract/proofing/proofing';
import { type ProofingReason, proofingReasons } from '#contract/proofing/proofing-reasons';
import { PlayButton } from '#web/core/components/player/play-button.tsx';
import type { usePlay } from '#web/core/components/player/use-play.ts';
import { contentEditorPath } from '#web/core/lib/content-editor-path.ts';
import { useIsNearViewport } from '#web/core/lib/use-is-near-viewport.ts';
import { Section } from '#web/ui/sections.tsx';
import { useT } from '#web/ui/use-t.ts';
import classes from './proofing.module.css';

/** The number of entries of a visible chapter whose buttons are rendered immediately. */
const FIRST = 20;

/** Seconds that are played before and after a place. */
const AROUND = 2;

const colors: Readonly<Record<ProofingReason, string>> = {
  missing_in_audio: 'red',
  missing_in_text: 'red',
  low_confidence: 'yellow',
  long_pause: 'gray',
  silence_at_start: 'gray',
  silence_at_end: 'gray',
  clipping: 'yellow',
  clicks: 'yellow',
  levels: 'yellow',
};

export interface ProofingChapterSectionProps {
  readonly book: Book;
  readonly chapter: ProofingChapter;
  /** The entries that match the filter. */
  readonly entries: readonly ProofingEntry[];
  /** True if the chapter is among those that are visible initially. */
  readonly isFirst: boolean;
  readonly play: ReturnType<typeof usePlay>;
}

/** The entries of one chapter with their number. */
export const ProofingChapterSection = memo(function ChapterSection({
  book,
  chapter,
  entries,
  isFirst,
  play,
}: ProofingChapterSectionProps) {
  const t = useT();
  const playedChapter = book.chapters?.find(({ id }) => id === chapter.id);
  return (
    <div className={classes['chapter']}>
      <Section
        title={t('proofing.chapter', { number: chapter.number, name: chapter.name })}
        actions={
          <Badge variant="light" color="gray" tt="none">
            {t('proofing.total', { count: entries.length })}
          </Badge>
        }
      >
        <ul className={classes['entries']}>
          {entries.map((entry, index) => (
            <Entry
              key={`${entry.reason} ${entry.start} ${entry.text_item_id ?? ''} ${entry.sentence ?? ''} ${entry.detail}`}
              entry={entry}
              book={book}
              chapter={chapter}
              isFirst={isFirst && index < FIRST}
              duration={playedChapter?.track_url ? playedChapter.duration : undefined}
              play={play}
            />
          ))}
        </ul>
      </Section>
    </div>
  );
});

interface EntryProps extends Pick<ProofingChapterSectionProps, 'book' | 'chapter' | 'play'> {
  readonly entry: ProofingEntry;
  readonly isFirst: boolean;
  /** The duration of the chapter in seconds; undefined if it cannot be played. */
  readonly duration: number | undefined;
}

/** One of up to thousands of entries: plain elements, and its button and link only near the viewport. */
function Entry({ entry, book, chapter, duration, isFirst, play }: EntryProps) {
  const t = useT();
  const row = useRef<HTMLLIElement>(null);
  const isNearViewport = useIsNearViewport(row, isFirst);
  const { reason, start, end, detail } = entry;
  const time = toClock(Math.floor(start));
  const words = reason === 'levels' ? t('proofing.wholeFile') : entry.text;
  const label = t('proofing.position', { reason: proofingReasons[reason], time, chapter: chapter.name });
  const range =
    reason === 'levels' || duration === undefined
      ? undefined
      : { start: Math.max(0, start - AROUND), end: Math.min(Math.max(duration, end), end + AROUND) };
  const to = contentEditorPath(book.id, {
    chapterId: chapter.id,
    seconds: start,
    textItemId: entry.text_item_id,
    sentence: entry.sentence,
  });
  return (
    <li ref={row} className={classes['entry']}>
      <time className={classes['time']}>{time}</time>
      <div className={classes['what']}>
        <span className={classes['reason']} data-color={colors[reason]}>
          {proofingReasons[reason]}
        </span>
        <span className={classes['detail']}>{detail}</span>
        {words !== '' && <span className={classes['text']}>{words}</span>}
      </div>
      <div className={classes['actions']}>
        {isNearViewport && duration !== undefined && (
          <PlayButton book={book} chapterId={chapter.id} name={label} range={range} play={play} />
        )}
        {isNearViewport && (
          <Anchor
            component={Link}
            to={to}
            className={classes['link'] ?? ''}
            aria-label={t('proofing.showPosition', { position: label })}
            data-tooltip={t('proofing.show')}
          >
            <IconPencil size={18} stroke={1.7} aria-hidden="true" />
          </Anchor>
        )}
      </div>
    </li>
  );
}
