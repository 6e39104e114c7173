import { Alert, Button, Loader, Modal, Stack } from '@mantine/core';
import { IconAlertCircle, IconBook } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Book, type Chapter, books } from '#contract/books/books';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { toClock, toMinutes } from '#web/core/lib/durations.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useIsNearViewport } from '#web/core/lib/use-is-near-viewport.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { firstWords } from '#web/core/lib/text-start.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { useT } from '#web/ui/use-t.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import classes from './chapters-dialog.module.css';
import { ContentEditorLink } from './content-editor-link.tsx';

/** So many chapters fill any screen. */
const FIRST = 12;

export interface ChaptersDialogProps {
  /** Undefined closes it. */
  readonly book: Book | undefined;
  readonly onClose: () => void;
}

/** The chapters the row brought, else those of the book asked for by itself. */
function useChapters(book: Book | undefined) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal): Promise<readonly Chapter[]> => {
      if (!book) return [];
      return (await createResourceReader(client, books).get(book.id, { signal })).chapters ?? [];
    },
    [book],
  );
  const isMissing = book !== undefined && !book.chapters;
  const remote = useRemoteRead(isMissing ? read : undefined, { attempted_action: t('books.chaptersFailed') });
  return { ...remote, chapters: book?.chapters ?? remote.value };
}

export function ChaptersDialog({ book, onClose }: ChaptersDialogProps) {
  const { t } = useTranslation();
  useBackButton(book !== undefined, onClose);
  const shown = useLastDefined(book);
  const { chapters, isReading, apiError, retry } = useChapters(shown);
  return (
    <Modal
      opened={book !== undefined}
      onClose={onClose}
      title={t('books.chaptersTitle', { name: shown?.name ?? '' })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={classes['body']}>
        {shown && <ContentEditorLink bookId={shown.id} />}
        {isReading && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
        {apiError && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            <Stack align="flex-start" gap="xs">
              {t('books.chaptersFailed')}
              <Button variant="default" size="xs" onClick={retry}>
                {t('ui.retry')}
              </Button>
            </Stack>
          </Alert>
        )}
        {chapters?.length === 0 && (
          <EmptyState
            icon={<IconBook size={28} stroke={1.4} />}
            title={t('books.noChaptersTitle')}
            text={t('books.noChaptersText')}
          />
        )}
        {chapters && <ChapterParts key={shown?.id} chapters={chapters} />}
      </div>
    </Modal>
  );
}

/** Those that are seen come at once, the others when there is time. */
function ChapterParts({ chapters }: { readonly chapters: readonly Chapter[] }) {
  const count = useDeferredValue(chapters.length, FIRST);
  return chapters
    .slice(0, count)
    .map((chapter, at) => <ChapterPart key={chapter.id} chapter={chapter} isFirst={at < FIRST} />);
}

interface ChapterPartProps {
  readonly chapter: Chapter;
  /** True if it is among the chapters that are visible first. */
  readonly isFirst: boolean;
}

/** One of perhaps thousands: plain elements, and the buttons of its player only when it comes into sight. */
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
