import '@mantine/core/styles/Switch.layer.css';
import { Button, Group, Switch } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useListView } from '#web/core/lib/list-view.ts';
import { selectBatches } from '#web/core/store/import-batches.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ImportButton, ImportPanelButton } from '#web/core/components/import-button.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { AcceptReadyButton, AcceptReadySummary } from './accept-ready.tsx';
import { DiscardConfirmation } from './discard-confirmation.tsx';
import {
  type ImportFilters,
  hasFilters,
  readFilters,
  stateFilters,
  toQuery,
  writeFilters,
} from './import-filters.ts';
import classes from './imports-screen.module.css';
import { ImportsTable } from './imports-table.tsx';
import { useAcceptReady } from './use-accept-ready.ts';
import { useDiscard } from './use-discard.ts';
import { useJobProgress } from './use-job-progress.ts';
import { useImportsList } from './use-imports-list.ts';
import { useReadyCount } from './use-ready-count.ts';

const MINUTE = 60_000;

/** Returns the current time, updated every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Reloads the list when the server has created a new batch. */
function useReloadOnBatches(reload: () => void): void {
  const batches = useAppSelector(selectBatches);
  const marks = batches.map(({ importId, stage }) => `${importId} ${stage}`).join();
  const previousMarks = useRef(marks);
  useEffect(() => {
    if (previousMarks.current !== marks) reload();
    previousMarks.current = marks;
  }, [marks, reload]);
}

/** Returns the filters in the address. */
function useFilters() {
  const [parameters, setParameters] = useSearchParams();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  const change = useCallback(
    (changes: Partial<ImportFilters>) =>
      setParameters((before) => writeFilters({ ...readFilters(before), page: 1, ...changes }), {
        replace: true,
      }),
    [setParameters],
  );
  const goTo = useCallback((page: number) => change({ page }), [change]);
  const reset = () => setParameters({}, { replace: true });
  return { filters, change, goTo, reset };
}

export function ImportsScreen() {
  const { t } = useTranslation();
  const { filters, change, goTo, reset } = useFilters();
  const { pageSize } = useListView();
  const query = useMemo(() => toQuery(filters, pageSize), [filters, pageSize]);
  const list = useImportsList(query, goTo);
  const ready = useReadyCount(filters.batchId, list.counts?.ready);
  const progress = useJobProgress((list.counts?.reading ?? 0) > 0);
  const now = useNow();
  const canEdit = useCanEdit('books');
  const title = useRef<HTMLHeadingElement>(null);
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const discardDialog = useDiscard(() => {
    title.current?.focus();
    list.reload();
  });
  useReloadOnBatches(list.reload);
  const acceptDialog = useAcceptReady(filters.batchId, list.reload);
  const isAccepting = acceptDialog.acceptance?.isRunning === true;
  const [resets, setResets] = useState(0);
  const resetAll = () => {
    setResets(resets + 1);
    reset();
  };
  const isFiltered = hasFilters(filters);

  return (
    <>
      <ScreenHeader title={t('imports.heading')} titleRef={title}>
        {canEdit && <ImportButton isOff={discardDialog.selectedImport !== undefined} />}
      </ScreenHeader>
      <FilterBar
        active={[filters.show !== 'all', filters.isOwn, filters.batchId !== undefined].filter(Boolean).length}
        filters={[
          {
            label: t('imports.show'),
            value: filters.show,
            all: 'all',
            options: stateFilters.map((value) => ({
              value: value as string,
              label: t(`imports.showOnly.${value}`),
            })),
            onChange: (value) => change({ show: stateFilters.find((filter) => filter === value) ?? 'all' }),
          },
        ]}
        search={
          <SearchBox
            key={resets}
            value={filters.search}
            placeholder={t('imports.search')}
            onSearch={(search) => change({ search })}
          />
        }
      >
        <Switch
          label={t('imports.mine')}
          checked={filters.isOwn}
          onChange={({ currentTarget: { checked } }) => change({ isOwn: checked })}
        />
        {filters.batchId !== undefined && (
          <Switch label={t('imports.ofBatch')} checked onChange={() => change({ batchId: undefined })} />
        )}
        <Button variant="default" onClick={resetAll}>
          {t('ui.reset')}
        </Button>
      </FilterBar>
      <div className={classes['counts']}>
        <CountsLine counts={list.counts} />
        <span className={classes['spring']} />
        {canEdit && (
          <AcceptReadyButton
            count={ready}
            isRunning={isAccepting}
            onAccept={() => void acceptDialog.run(ready)}
          />
        )}
      </div>
      <AcceptReadySummary
        acceptance={acceptDialog.acceptance}
        onStop={acceptDialog.stop}
        onClose={acceptDialog.close}
      />
      <PagedList
        list={list}
        page={filters.page}
        goTo={goTo}
        empty={
          <EmptyState
            icon={<IconFileImport size={32} stroke={1.3} />}
            title={t(isFiltered ? 'imports.noneFound' : 'imports.emptyTitle')}
            text={t(isFiltered ? 'imports.emptyFiltered' : 'imports.emptyText')}
          >
            {isFiltered && (
              <Group gap="xs">
                <Button variant="default" size="xs" onClick={resetAll}>
                  {t('ui.resetFilters')}
                </Button>
              </Group>
            )}
            {!isFiltered && canEdit && (
              <ImportPanelButton variant="filled" size="xs" label={t('batches.importFiles')} />
            )}
          </EmptyState>
        }
      >
        <ImportsTable
          imports={list.items}
          now={now}
          canEdit={canEdit}
          onPreview={setPreviewed}
          onDiscard={discardDialog.openConfirmation}
          deletionOf={discardDialog.deletionOf}
          progressOf={({ job_id }) => progress(job_id)?.fraction}
        />
      </PagedList>
      <DiscardConfirmation discarding={discardDialog} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
    </>
  );
}

const countedStates = ['receiving', 'reading', 'ready', 'needs_review'] as const;

/** The number of imports by status. Changes are announced to screen readers. */
function CountsLine({ counts }: Pick<ReturnType<typeof useImportsList>, 'counts'>) {
  const { t } = useTranslation();
  if (!counts) return null;
  const nonEmptyStates = countedStates.filter((name) => counts[name] > 0);
  return (
    <output aria-label={t('imports.counts')}>
      {nonEmptyStates.map((name) => t(`imports.countOf.${name}`, { count: counts[name] })).join(' · ')}
    </output>
  );
}
