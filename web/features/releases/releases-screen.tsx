import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, Loader, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type Release,
  releaseMessages,
  releaseStatuses,
  releaseStatusNames,
} from '#contract/releases/releases';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useReleases } from '#web/core/components/release/use-releases.ts';
import { useAddress } from '#web/core/components/use-address.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useOpenNewFromAddress } from '#web/core/components/use-open-from-address.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListCard } from '#web/ui/list-card.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { ReleasesTable } from './releases-table.tsx';

const statuses = ['open', ...releaseStatusNames] as const;
/** The value of the filter for all releases. Without a value, the list contains open ones. */
const ALL = 'all';

const Calendar = createLazyComponent(
  async () => (await import('./calendar/release-calendar.tsx')).ReleaseCalendar,
  <Loader />,
);

const Timeline = createLazyComponent(
  async () => (await import('./calendar/release-timeline.tsx')).ReleaseTimeline,
  <Loader />,
);

/** The releases as a list, calendar or timeline, and the form of a new one. */
export function ReleasesScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();
  const mayEdit = usePermission('releases:edit');
  const { parameters, write } = useAddress();
  const view = parameters.get('view') ?? '';
  const [edited, setEdited] = useState<EditorTarget<Release>>();
  const create = () => setEdited({ item: undefined });
  useOpenNewFromAddress(() => mayEdit && create());
  return (
    <>
      <ScreenHeader
        title={t('releases.heading')}
        add={mayEdit && { label: t('releases.add'), onClick: create }}
      />
      <Text c="dimmed" mb="md">
        {t('releases.intro')}
      </Text>
      <SegmentedControl
        aria-label={t('releases.view')}
        value={view === 'calendar' || view === 'timeline' ? view : 'list'}
        mb="md"
        w="fit-content"
        onChange={(next) => write({ view: next === 'list' ? '' : next })}
        data={[
          { value: 'list', label: t('releases.list') },
          { value: 'calendar', label: t('releases.calendar') },
          { value: 'timeline', label: t('releases.timeline') },
        ]}
      />
      {view === 'calendar' ? (
        <Calendar />
      ) : view === 'timeline' ? (
        <Timeline />
      ) : (
        <ReleaseList onCreate={mayEdit ? create : undefined} />
      )}
      {mayEdit && (
        <ReleaseDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(savedRelease) => {
            toast('success', releaseMessages.created);
            void navigate(`/releases/${savedRelease.id}`);
          }}
        />
      )}
    </>
  );
}

interface ReleaseListProps {
  /** Undefined for users who cannot create releases. */
  readonly onCreate: (() => void) | undefined;
}

/** The releases with a status. */
function ReleaseList({ onCreate }: ReleaseListProps) {
  const { t } = useTranslation();
  const { query, change } = useListQuery({ status: '' });
  const filter = query.status === '' ? 'open' : query.status;
  const status = statuses.find((name) => name === filter);
  const { value, isReading, apiError, retry } = useReleases(status);
  const releases = useLastDefined(value);
  const isFiltered = filter !== 'open';
  return (
    <>
      <NativeSelect
        label={t('releases.status')}
        value={status ?? ALL}
        mb="md"
        w="fit-content"
        data={[
          { value: 'open', label: t('releases.statusOpen') },
          ...releaseStatusNames.map((name) => ({
            value: name as string,
            label: releaseStatuses[name].label,
          })),
          { value: ALL, label: t('releases.statusAll') },
        ]}
        onChange={({ currentTarget: { value: next } }) => change({ status: next === 'open' ? '' : next })}
      />
      {apiError ? (
        <LoadAlert message={apiError.message} onRetry={retry} />
      ) : (
        <ListCard
          label={t('releases.heading')}
          hasLoaded={releases !== undefined}
          isFetching={isReading}
          isEmpty={releases?.length === 0}
          empty={
            <EmptyState
              icon={<IconCalendarEvent size={32} stroke={1.3} />}
              title={t(isFiltered ? 'releases.noneFound' : 'releases.noneYet')}
              text={t(isFiltered ? 'releases.noneFoundText' : 'releases.noneYetText')}
            >
              {isFiltered && status !== undefined && (
                <Button variant="default" size="xs" onClick={() => change({ status: ALL })}>
                  {t('releases.showAll')}
                </Button>
              )}
              {!isFiltered && onCreate && (
                <Button size="xs" onClick={onCreate}>
                  {t('releases.create')}
                </Button>
              )}
            </EmptyState>
          }
        >
          <ReleasesTable releases={releases ?? []} />
        </ListCard>
      )}
    </>
  );
}
