import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, Checkbox, Group, Loader, SegmentedControl, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPage } from '#contract/core/envelope';
import { type Job, job as jobSchema, jobEndpoints } from '#contract/jobs/jobs';
import { allPermissions } from '#contract/core/permissions';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { readData } from '#web/core/api/client.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, jobReceived, selectJobs, selectRunning } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { JobRow } from './job-row.tsx';
import classes from './jobs-screen.module.css';

/** The labels of the status filter. */
const labels = {
  '': 'jobs.filterAll',
  'queued,running': 'jobs.filterInProgress',
  failed: 'jobs.filterFailed',
} as const;
type Filter = keyof typeof labels;
const isFilter = (text: string): text is Filter => text in labels;

/** The list query in the address, by the parameter names of the API. */
const everything = { state: '', all: '' };

interface Page {
  readonly items: readonly Job[];
  readonly total: number;
}

interface View {
  readonly page: number;
  readonly filter: Filter;
  readonly isOfAll: boolean;
  /** The number of running jobs: a job that starts or ends changes the list itself. */
  readonly running: number;
}

const readerOf =
  ({ page, filter, isOfAll }: View): Read<Page> =>
  async (client, signal) => {
    const query = { page, state: filter, all: isOfAll ? 1 : undefined };
    const { items, total } = readPage(await client.call({ ...jobEndpoints.list, query, signal }));
    return { items: items.flatMap((item) => jobSchema.safeParse(item).data ?? []), total };
  };

/** Lists background jobs: those of the user, or all with the permission. */
export function JobsScreen() {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const { byId } = useAppSelector(selectJobs);
  const runningCount = useAppSelector(selectRunning).length;
  const may = useHasPermission();
  const maySeeAll = allPermissions.every(may);
  const { query, change, goTo } = useListQuery(everything);
  const { page } = query;
  const filter = isFilter(query.state) ? query.state : '';
  const isOfAll = maySeeAll && query.all === '1';
  const [changed, setChanged] = useState<Readonly<Record<number, Job>>>({});
  const [errorMessages, setErrorMessages] = useState<Readonly<Record<number, string>>>({});
  const [busy, setBusy] = useState<number>();

  useEffect(() => {
    dispatch(jobsWatched());
  }, [dispatch]);

  const read = useMemo(
    () => readerOf({ page, filter, isOfAll, running: runningCount }),
    [page, filter, isOfAll, runningCount],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('jobs.loadFailed') });

  const last = useLastPage(value);

  const act = async (job: Job, what: 'cancel' | 'retry') => {
    if (busy !== undefined) return;
    setBusy(job.id);
    setErrorMessages({});
    try {
      const { method, path } = jobEndpoints[what];
      const response = await client.call({ method, path: pathOf({ method, path }, job.id) });
      const now = jobSchema.safeParse(readData(response)).data;
      if (now) {
        setChanged((before) => ({ ...before, [now.id]: now }));
        if (!isOfAll) dispatch(jobReceived(now));
      }
    } catch (error) {
      const actionError = toApiErrorDetails(error, t('jobs.actFailed'));
      setErrorMessages({ [job.id]: actionError.message });
      recordError(dispatch, {
        apiError: actionError,
        attempted_action: t('jobs.actFailed'),
        details: { cause: error, subject: job.title },
      });
    } finally {
      setBusy(undefined);
    }
  };

  const latest = (job: Job): Job =>
    [changed[job.id], byId[job.id]].reduce<Job>(
      (newest, other) => (other && other.changed_at > newest.changed_at ? other : newest),
      job,
    );

  return (
    <SettingsFrame title={t('jobs.heading')} isWide>
      <Text c="dimmed" mb="md">
        {t('jobs.intro')}
      </Text>
      <Group mb="md">
        <SegmentedControl
          aria-label={t('jobs.which')}
          value={filter}
          onChange={(chosenState) => change({ state: chosenState })}
          data={(Object.keys(labels) as Filter[]).map((name) => ({ value: name, label: t(labels[name]) }))}
        />
        {maySeeAll && (
          <Checkbox
            label={t('jobs.ofAll')}
            checked={isOfAll}
            onChange={(event) => change({ all: event.currentTarget.checked ? '1' : '' })}
          />
        )}
      </Group>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !last && <Loader aria-label={t('jobs.loading')} />}
      {!apiError && last?.items.length === 0 && (
        <EmptyState
          icon={<IconStack2 size={32} stroke={1.4} />}
          title={t('jobs.emptyTitle')}
          text={t(filter === '' ? 'jobs.emptyText' : 'jobs.emptyFiltered')}
        >
          {filter !== '' && (
            <Button variant="default" size="xs" onClick={() => change({ state: '' })}>
              {t('ui.resetFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {!apiError && last && last.items.length > 0 && (
        <>
          <ul className={classes['list']}>
            {last.items.map((job) => (
              <JobRow
                key={job.id}
                job={{ ...latest(job), error: errorMessages[job.id] ?? latest(job).error }}
                showsOwner={isOfAll}
                isBusy={busy === job.id}
                onAction={(what) => void act(latest(job), what)}
              />
            ))}
          </ul>
          <Pager label={t('jobs.pages')} page={page} total={last.total} onChange={goTo} />
        </>
      )}
    </SettingsFrame>
  );
}

/** Returns the previous items while the list loads again. */
function useLastPage(value: Page | undefined): Page | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
