import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { toShortClock } from '#web/core/lib/clock.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Section } from '#web/ui/sections.tsx';

const SampleDialog = createLazyComponent(async () => (await import('./sample-dialog.tsx')).SampleDialog);

/** The time in milliseconds between reads while the file is being created, and the number of reads. */
const READ_INTERVAL_MS = 3_000;
const MAX_READS = 40;

/** Reads the book again until the file of its sample exists. */
function useSampleFile(isWaiting: boolean, reload: () => void): void {
  const [reads, setReads] = useState(0);
  useEffect(() => {
    if (!isWaiting || reads >= MAX_READS) return undefined;
    const timer = setTimeout(() => {
      setReads(reads + 1);
      reload();
    }, READ_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, reads, reload]);
}

export interface BookSampleProps {
  readonly book: Book;
  readonly onReload: () => void;
}

/** The audio sample of a book. The section is hidden if no chapter has audio. */
export function BookSample({ book, onReload }: BookSampleProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useLastDefined(isOpen || undefined) !== undefined;
  const { sample, sample_url } = book;
  useSampleFile(sample !== undefined && sample_url === undefined, onReload);
  const chapters = (book.chapters ?? []).flatMap(({ code = '', name, track_url }) =>
    track_url === null || code === '' ? [] : [{ code, name }],
  );
  if (!sample && (chapters.length === 0 || !canEdit)) return null;
  return (
    <Section
      title={t('sample.heading')}
      actions={
        canEdit && (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {t(sample ? 'sample.edit' : 'sample.add')}
          </Button>
        )
      }
    >
      {sample ? (
        <>
          <Text size="sm">
            {t('sample.range', {
              chapter: chapters.find(({ code }) => code === sample.chapter_code)?.name ?? sample.chapter_code,
              start: toShortClock(sample.start),
              end: toShortClock(sample.end),
            })}
          </Text>
          {sample_url === undefined ? (
            <output>
              <Text span size="sm" c="dimmed">
                {t('sample.waiting')}
              </Text>
            </output>
          ) : (
            <AudioPlayer src={sample_url} label={t('sample.player', { name: book.name })} preload="none" />
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('sample.empty')}
        </Text>
      )}
      {hasOpened && (
        <SampleDialog
          isOpen={isOpen}
          book={book}
          chapters={chapters}
          onClose={() => setOpen(false)}
          onSaved={onReload}
        />
      )}
    </Section>
  );
}
