import { Button, Loader } from '@mantine/core';
import { IconBook, IconCircleCheck, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import { builtInMethod } from '#contract/book-content/book-content';
import { type ProofingChapter, proofingEndpoints } from '#contract/proofing/proofing';
import { type ProofingReason, proofingReasonNames } from '#contract/proofing/proofing-reasons';
import { BackLink } from '#web/core/components/back-link.tsx';
import { usePlay } from '#web/core/components/player/use-play.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { useDownload } from '#web/core/components/use-download.ts';
import { contentEditorPath } from '#web/core/lib/content-editor-path.ts';
import { listFormat } from '#web/core/lib/formats.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { ProofingChapterSection } from './proofing-chapter.tsx';
import { ProofingStatus } from './proofing-status.tsx';
import { ReasonFilter } from './reason-filter.tsx';
import { SyncButton } from './sync-button.tsx';
import { type Proofing, useProofing } from './use-proofing.ts';
import classes from './proofing.module.css';

/** The number of chapters rendered immediately, enough for any screen. */
const FIRST = 3;

/** The places of a book that must be checked or recorded again, by chapter. */
export function ProofingScreen() {
  const id = Number(useParams()['id']);
  return <Screen key={id} id={id} />;
}

function Screen({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { value, apiError, retry } = useProofing(id);
  // The report stays visible while it is read again.
  const lastValue = useLastDefined(value);
  const download = useDownload(t('proofing.downloadFailed'));
  const heading = t('proofing.heading');
  const name = lastValue?.report.name;
  useDocumentTitle(name === undefined ? heading : `${name} · ${heading}`);
  return (
    <div className={classes['report']}>
      <BackLink to={`/books/${id}`}>{name ?? t('books.entry')}</BackLink>
      <ScreenHeader title={heading}>
        {lastValue && (
          <>
            {lastValue.report.chapters.some(({ state }) => state === 'synced') && (
              <SyncButton report={lastValue.report} scope="all" onStarted={retry} />
            )}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() =>
                void download(pathOf(proofingEndpoints.csv, id), {}, `${lastValue.report.code}_proofing.csv`)
              }
            >
              {t('proofing.downloadCsv')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('proofing.print')}
            </Button>
          </>
        )}
      </ScreenHeader>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {lastValue && <Report proofing={lastValue} onChanged={retry} />}
      {!lastValue && !apiError && <Loader aria-label={t('ui.loading')} />}
    </div>
  );
}

function Report({ proofing, onChanged }: { readonly proofing: Proofing; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const play = usePlay();
  const [selected, setSelected] = useState<ReadonlySet<ProofingReason>>(new Set());
  const { book, report } = proofing;
  const entries = report.chapters.flatMap((chapter) => chapter.entries);
  const reasons = proofingReasonNames.flatMap((reason) => {
    const count = entries.filter((entry) => entry.reason === reason).length;
    return count > 0 ? [{ reason, count }] : [];
  });
  const deferredSelection = useDeferredValue(selected);
  const shownChapters = useMemo(
    () => chaptersWith(report.chapters, deferredSelection),
    [report.chapters, deferredSelection],
  );
  const count = useDeferredValue(shownChapters.length, FIRST);
  if (report.chapters.length === 0)
    return (
      <EmptyState
        icon={<IconBook size={28} stroke={1.4} />}
        title={t('proofing.noChaptersTitle')}
        text={t('proofing.noChapters')}
      >
        <Button component={Link} to={contentEditorPath(report.id)} size="xs">
          {t('proofing.openEditor')}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <p className={classes['bookName']}>{report.name}</p>
      <ProofingStatus report={report} onChanged={onChanged} />
      {entries.length === 0 ? (
        <NoProblems isComplete={isComplete(report)} />
      ) : (
        <>
          <ReasonFilter reasons={reasons} total={entries.length} selected={selected} onChange={setSelected} />
          <p className={classes['about']}>{t('proofing.about')}</p>
          {shownChapters.slice(0, count).map(({ chapter, entries: shownEntries }, index) => (
            <ProofingChapterSection
              key={chapter.id}
              book={book}
              chapter={chapter}
              entries={shownEntries}
              isFirst={index < FIRST}
              play={play}
            />
          ))}
        </>
      )}
      <SyncMethods chapters={report.chapters} />
    </>
  );
}

/** The methods that synced the chapters, if known. */
function SyncMethods({ chapters }: { readonly chapters: readonly ProofingChapter[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const methods = new Set(chapters.flatMap(({ alignment_method }) => alignment_method ?? []));
  if (methods.size === 0) return null;
  const names = [...methods].map((method) => (method === builtInMethod ? t('proofing.builtIn') : method));
  return (
    <p className={classes['about']}>{t('proofing.method', { methods: listFormat(locale).format(names) })}</p>
  );
}

/** Returns the chapters with entries of the selected reasons. A selected reason can disappear while the report updates. */
function chaptersWith(chapters: readonly ProofingChapter[], selected: ReadonlySet<ProofingReason>) {
  const hasSelection = chapters.some(({ entries }) => entries.some(({ reason }) => selected.has(reason)));
  return chapters.flatMap((chapter) => {
    const entries = chapter.entries.filter(({ reason }) => !hasSelection || selected.has(reason));
    return entries.length > 0 ? [{ chapter, entries }] : [];
  });
}

/** Returns true if all chapters and files could be checked. */
const isComplete = ({ sync, files, chapters }: Proofing['report']): boolean =>
  sync === null &&
  files.every(({ state }) => state === 'done') &&
  chapters.every(({ state }) => state === 'synced');

function NoProblems({ isComplete: isWhole }: { readonly isComplete: boolean }) {
  const { t } = useTranslation();
  if (!isWhole) return <p className={classes['about']}>{t('proofing.noneSoFar')}</p>;
  return (
    <EmptyState
      icon={<IconCircleCheck size={28} stroke={1.4} />}
      title={t('proofing.noneTitle')}
      text={t('proofing.none')}
    />
  );
}
