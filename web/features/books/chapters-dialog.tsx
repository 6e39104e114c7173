import { Alert, Button, Loader, Modal, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconBook } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { type Book, type Chapter, books } from '#contract/resources/books';
import { useApi } from '../../api/api-context.ts';
import { createResourceApi } from '../../api/resource-api.ts';
import { toClock, toMinutes } from '../../lib/durations.ts';
import { useLast } from '../../lib/use-last.ts';
import { firstWords } from '../../lib/text-start.ts';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadMore } from '../../ui/read-more.tsx';
import classes from './chapters-dialog.module.css';

export interface ChaptersDialogProps {
  /** Undefined closes it. */
  readonly book: Book | undefined;
  readonly onClose: () => void;
}

type Loaded = { readonly chapters: readonly Chapter[] } | 'loading' | 'failed';

/** The chapters the row brought, else those of the book asked for by itself. */
function useChapters(book: Book | undefined): { loaded: Loaded; retry: () => void } {
  const client = useApi();
  const [answer, setAnswer] = useState<{ book: Book; turn: number; loaded: Loaded }>();
  const [turn, setTurn] = useState(0);
  const retry = useCallback(() => setTurn((before) => before + 1), []);

  useEffect(() => {
    if (!book || book.chapters) return undefined;
    const controller = new AbortController();
    createResourceApi(client, books)
      .get(book.id, { signal: controller.signal })
      .then((whole) => setAnswer({ book, turn, loaded: { chapters: whole.chapters ?? [] } }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.error('The chapters could not be loaded', error);
        setAnswer({ book, turn, loaded: 'failed' });
      });
    return () => controller.abort();
  }, [client, book, turn]);

  const shown = useLast(book);
  if (shown?.chapters) return { loaded: { chapters: shown.chapters }, retry };
  const isCurrent = answer !== undefined && answer.book === shown && answer.turn === turn;
  return { loaded: isCurrent ? answer.loaded : 'loading', retry };
}

export function ChaptersDialog({ book, onClose }: ChaptersDialogProps) {
  const { t } = useTranslation();
  const shown = useLast(book);
  const { loaded, retry } = useChapters(shown);
  return (
    <Modal
      opened={book !== undefined}
      onClose={onClose}
      title={t('books.chaptersTitle', { name: shown?.name ?? '' })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={classes['body']}>
        {loaded === 'loading' && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
        {loaded === 'failed' && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            <Stack align="flex-start" gap="xs">
              {t('books.chaptersFailed')}
              <Button variant="default" size="xs" onClick={retry}>
                {t('ui.retry')}
              </Button>
            </Stack>
          </Alert>
        )}
        {typeof loaded === 'object' && loaded.chapters.length === 0 && (
          <EmptyState
            icon={<IconBook size={28} stroke={1.4} />}
            title={t('books.noChaptersTitle')}
            text={t('books.noChaptersText')}
          />
        )}
        {typeof loaded === 'object' &&
          loaded.chapters.map((chapter) => <ChapterPart key={chapter.id} chapter={chapter} />)}
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
        <Text size="sm" c="dimmed" className={classes['clock'] ?? ''} title={toClock(duration)}>
          {t('books.minutes', { count: toMinutes(duration) })}
        </Text>
      </div>
      {track_url ? (
        <AudioPlayer src={track_url} label={t('books.chapterAudio', { name })} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('books.noAudio')}
        </Text>
      )}
      {(text_items ?? []).map((item) => (
        <ReadMore key={item.id} text={item.text} start={firstWords(item.text, limits.readMoreWords)} />
      ))}
    </section>
  );
}
