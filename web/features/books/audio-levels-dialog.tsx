import '@mantine/core/styles/Switch.layer.css';
import { Loader, Modal, Stack, Switch, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import { readPage } from '#contract/core/envelope';
import { type AudioAnalysis, audioAnalysisEndpoints } from '#contract/audio/audio-analysis';
import { acxLevels } from '#contract/audio/store-levels';
import type { Book } from '#contract/books/books';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { delay } from '#web/core/lib/delay.ts';
import { decimalFormat } from '#web/core/lib/formats.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { type FileLevels, hasProblem, isWaiting, levelsOf } from './audio-levels.ts';
import { AudioLevelsTable } from './audio-levels-table.tsx';

const REFETCH_MS = 5_000;

export interface AudioLevelsDialogProps {
  readonly book: Book;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shows the levels of each audio file of a book, compared with what ACX requires. */
export function AudioLevelsDialog({ book, isOpen, onClose }: AudioLevelsDialogProps) {
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('audioLevels.title', { name: book.name })}
      size="xl"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <Content book={book} />}
    </Modal>
  );
}

/** Reads the analyses of a book, again every few seconds until all files are analysed. */
function useAnalyses(bookId: number) {
  const { t } = useTranslation();
  const read = useCallback<Read<readonly AudioAnalysis[]>>(
    async (client, signal, show) => {
      const { method } = audioAnalysisEndpoints.ofBook;
      const path = pathOf(audioAnalysisEndpoints.ofBook, bookId);
      for (;;) {
        const { items } = readPage<AudioAnalysis>(await client.call({ method, path, signal }));
        if (signal.aborted || !items.some(isWaiting)) return items;
        show(items);
        await delay(REFETCH_MS, signal);
      }
    },
    [bookId],
  );
  return useRemoteRead(read, { attempted_action: t('audioLevels.failed') });
}

function Content({ book }: { readonly book: Book }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { value, apiError, retry } = useAnalyses(book.id);
  const format = (db: number) => decimalFormat(locale).format(db);
  const { rms, peak, floor } = acxLevels;
  const limits = { min: format(rms.min), max: format(rms.max), peak: format(peak), floor: format(floor) };
  return (
    <Stack gap="sm">
      <Text size="sm">{t('audioLevels.about', limits)}</Text>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!value && !apiError && <Loader aria-label={t('audioLevels.loading')} />}
      {value?.length === 0 && <Text size="sm">{t('audioLevels.none')}</Text>}
      {value && value.length > 0 && <Levels files={levelsOf(book, value)} />}
    </Stack>
  );
}

function Levels({ files }: { readonly files: readonly FileLevels[] }) {
  const { t } = useTranslation();
  const [showsProblems, setShowsProblems] = useState(false);
  const problems = files.filter(hasProblem);
  const waitingCount = files.filter(({ analysis }) => isWaiting(analysis)).length;
  const visible = showsProblems ? problems : files;
  const status =
    problems.length > 0
      ? t('audioLevels.failing', { count: problems.length, total: files.length })
      : waitingCount === 0 && t('audioLevels.allMeet', { count: files.length });
  return (
    <>
      <Text component="output" display="block" size="sm" fw={600}>
        {status} {waitingCount > 0 && t('audioLevels.analysing', { count: waitingCount })}
      </Text>
      {files.length > 1 && (
        <Switch
          label={t('audioLevels.onlyProblems')}
          checked={showsProblems}
          onChange={(event) => setShowsProblems(event.currentTarget.checked)}
        />
      )}
      {visible.length === 0 ? (
        <Text size="sm">{t('audioLevels.noProblems')}</Text>
      ) : (
        <AudioLevelsTable files={visible} />
      )}
    </>
  );
}
