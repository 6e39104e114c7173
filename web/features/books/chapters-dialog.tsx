import { Alert, Button, Loader, Modal, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Book, type Chapter, books } from '#contract/books/books';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { timeRangeOf } from '#web/core/lib/media-fragment.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { usePlay } from '#web/core/components/player/use-play.ts';
import { ChapterSections, NoChapters } from './chapter-sections.tsx';
import classes from './chapters-dialog.module.css';
import { ContentEditorLink } from './content-editor-link.tsx';

export interface ChaptersDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly book: Book | undefined;
  readonly onClose: () => void;
}

/** Returns the chapters of the row, otherwise reads those of the book. */
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

export function ChaptersDialog({ book, onClose: onClosed }: ChaptersDialogProps) {
  const { t } = useTranslation();
  const currentBook = useLastDefined(book);
  const { chapters, isReading, apiError, retry } = useChapters(currentBook);
  const body = useRef<HTMLDivElement>(null);
  const play = usePlay();
  /** Audio that plays in the dialog continues in the player. */
  const onClose = () => {
    const audio = [...(body.current?.querySelectorAll('audio') ?? [])].find(({ paused }) => !paused);
    const playedId = audio?.closest('section')?.dataset['chapter'];
    const chapter = chapters?.find(({ id }) => String(id) === playedId);
    if (audio && currentBook && chapter?.track_url)
      play({
        book: { ...currentBook, chapters: [...(chapters ?? [])] },
        chapterId: chapter.id,
        seconds: Math.max(0, audio.currentTime - (timeRangeOf(chapter.track_url)?.start ?? 0)),
      });
    onClosed();
  };
  useBackButton(book !== undefined, onClose);
  return (
    <Modal
      opened={book !== undefined}
      onClose={onClose}
      title={t('books.chaptersTitle', { name: currentBook?.name ?? '' })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div ref={body} className={classes['body']}>
        {currentBook && <ContentEditorLink bookId={currentBook.id} />}
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
        {chapters?.length === 0 && <NoChapters />}
        {chapters && <ChapterSections key={currentBook?.id} chapters={chapters} />}
      </div>
    </Modal>
  );
}
