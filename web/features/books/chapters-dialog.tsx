import { Alert, Button, Loader, Modal, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconBook } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Book, type Chapter, books } from '#contract/resources/books';
import type { ApiClient } from '../../api/client.ts';
import { createResourceApi } from '../../api/resource-api.ts';
import { toClock, toMinutes } from '../../lib/durations.ts';
import { useBackButton } from '../../lib/use-back-button.ts';
import { useLast } from '../../lib/use-last.ts';
import { firstWords } from '../../lib/text-start.ts';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadMore } from '../../ui/read-more.tsx';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import classes from './chapters-dialog.module.css';
import { StudioLink } from './studio-link.tsx';

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
      return (await createResourceApi(client, books).get(book.id, { signal })).chapters ?? [];
    },
    [book],
  );
  const isMissing = book !== undefined && !book.chapters;
  const remote = useRemoteRead(isMissing ? read : undefined, { tried: t('books.chaptersFailed') });
  return { ...remote, chapters: book?.chapters ?? remote.value };
}

export function ChaptersDialog({ book, onClose }: ChaptersDialogProps) {
  const { t } = useTranslation();
  useBackButton(book !== undefined, onClose);
  const shown = useLast(book);
  const { chapters, isReading, failure, retry } = useChapters(shown);
  return (
    <Modal
      opened={book !== undefined}
      onClose={onClose}
      title={t('books.chaptersTitle', { name: shown?.name ?? '' })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={classes['body']}>
        {shown && <StudioLink bookId={shown.id} />}
        {isReading && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
        {failure && (
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
        {chapters?.map((chapter) => (
          <ChapterPart key={chapter.id} chapter={chapter} />
        ))}
      </div>
    </Modal>
  );
}

function ChapterPart({ chapter }: { readonly chapter: Chapter }) {
  const { t } = useTranslation();
  const { name, duration, track_url, text_items } = chapter;
  return (
    <section className={classes['chapter']} aria-label={name}>
      <div className={classes['head']}>
        <Title order={3}>{name}</Title>
        <Text size="sm" c="dimmed" className={classes['clock'] ?? ''} data-tooltip={toClock(duration)}>
          {t('books.chapterDuration', { count: toMinutes(duration) })}
        </Text>
      </div>
      {track_url ? (
        // A book may have hundreds of chapters.
        <AudioPlayer src={track_url} label={t('books.chapterAudio', { name })} preload="none" />
      ) : (
        <Text size="sm" c="dimmed">
          {t('books.noAudio')}
        </Text>
      )}
      {(text_items ?? []).map((item) => (
        <ReadMore key={item.id} text={item.text} start={firstWords(item.text)} />
      ))}
    </section>
  );
}
