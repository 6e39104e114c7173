import { type HealthCheck, type Severity, healthChecks } from '#contract/catalogue-health/health-checks';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { ActionIcon, Button, Modal, SegmentedControl, Text, Textarea, Title } from '@mantine/core';
import { IconDownload, IconHeartbeat, IconPencil } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  catalogueHealthEndpoints,
  type HealthIssue,
  issue,
} from '#contract/catalogue-health/catalogue-health';
import { languages } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { BackLink } from '#web/core/components/back-link.tsx';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { DataCell, DataRow, DataTable, TwoLines } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { ClampedText } from '#web/ui/user-text.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { addressOf } from './addresses.ts';
import classes from '#web/features/reports/reports-screen.module.css';
import { useCsv } from '#web/features/reports/use-csv.ts';

const none = { search: '', dismissed: '', language: '', is_backup: '' };

export interface IssuesListProps {
  readonly rule: HealthCheck;
  /** Of the list of checks from which it was opened. */
  readonly severity: Severity | undefined;
}

/** The issues of one check, with their actions. */
export function IssuesList({ rule, severity }: IssuesListProps) {
  const { t, i18n } = useTranslation();
  const kind = healthChecks[rule].kind;
  const { query, change, goTo, isFiltered } = useListQuery({ ...none, rule });
  const list = useRemoteList(catalogueHealthEndpoints.issues, {
    item: issue,
    query,
    options: {
      goTo,
      attempted_action: t('reports.loadFailed'),
    },
  });
  const mayDismiss = useCanEdit(kind === 'authors' ? 'books' : kind);
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const download = useCsv();
  const [selectedIssue, setSelectedIssue] = useState<HealthIssue>();
  const [now] = useState(Date.now);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t(`reports.rules.${rule}.title`);
  const label = { name: t('reports.name'), found: t('reports.found'), actions: t('reports.actions') };

  const reopen = async ({ id, name }: HealthIssue) => {
    try {
      await client.call({ ...catalogueHealthEndpoints.reopen, json: { rule, id } });
      list.reload();
      heading.current?.focus();
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('reports.reopenFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('reports.reopenFailed'),
        details: { cause: error, subject: name },
      });
      toast('error', apiError.message);
    }
  };

  return (
    <>
      <BackLink to={addressOf({ severity })}>
        {t(severity ? `reports.severities.${severity}` : 'reports.back')}
      </BackLink>
      <Title order={2} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <Text c="dimmed" mb="md">
        {t(`reports.rules.${rule}.why`)}
      </Text>
      <FilterBar
        filters={
          kind === 'books'
            ? [
                {
                  label: t('reports.language'),
                  value: query.language,
                  options: [
                    { value: '', label: t('reports.allLanguages') },
                    ...languages.map(({ short, label: name }) => ({
                      value: short as string,
                      label: name as string,
                    })),
                  ],
                  onChange: (language) => change({ language }),
                },
                {
                  label: t('reports.service'),
                  value: query.is_backup,
                  options: [
                    { value: '', label: t('reports.allServices') },
                    { value: '0', label: t('reports.mainService') },
                    { value: '1', label: t('reports.backupService') },
                  ],
                  onChange: (is_backup) => change({ is_backup }),
                },
              ]
            : []
        }
        search={
          <SearchBox
            value={query.search}
            placeholder={t('reports.search')}
            onSearch={(search) => change({ search })}
          />
        }
      >
        <SegmentedControl
          aria-label={t('reports.which')}
          value={query.dismissed}
          onChange={(dismissedFilter) => change({ dismissed: dismissedFilter })}
          data={[
            { value: '', label: t('reports.openOnes') },
            { value: '1', label: t('reports.acceptedOnes') },
          ]}
        />
        <Button
          variant="default"
          aria-label={t('reports.csvOf', { title })}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => {
            const { page: _page, items_per_page: _size, ...filter } = query;
            void download(catalogueHealthEndpoints.csv.path, filter, rule);
          }}
        >
          {t('reports.csv')}
        </Button>
      </FilterBar>
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        empty={
          <EmptyState
            icon={<IconHeartbeat size={32} stroke={1.3} />}
            title={t('reports.emptyTitle')}
            text={t(
              query.dismissed !== ''
                ? 'reports.emptyAccepted'
                : isFiltered
                  ? 'reports.emptyFiltered'
                  : 'reports.emptyText',
            )}
          />
        }
      >
        <DataTable columns={Object.values(label)} rowsFrom={40}>
          {list.items.map((item) => (
            <DataRow key={item.id}>
              <DataCell label={label.name} kind="title">
                <TwoLines>
                  <ClampedText isName>{item.name}</ClampedText>
                  <Text size="xs" c="dimmed" component="div">
                    {item.code}
                  </Text>
                </TwoLines>
              </DataCell>
              <DataCell label={label.found} kind="long">
                <TwoLines>
                  <div>{item.detail || '-'}</div>
                  {item.dismissal && (
                    <Text component="div" size="sm" c="dimmed">
                      {t('reports.acceptedBy', {
                        reason: item.dismissal.reason,
                        name: item.dismissal.by,
                        age: ageOf(item.dismissal.at, now, i18n),
                      })}
                    </Text>
                  )}
                </TwoLines>
              </DataCell>
              <DataCell label={label.actions} kind="actions">
                <ActionIcon
                  component={Link}
                  to={recordAddress(kind, item.id)}
                  variant="subtle"
                  aria-label={t('reports.edit', { name: item.name })}
                  data-tooltip={t('ui.edit')}
                >
                  <IconPencil size={18} stroke={1.7} />
                </ActionIcon>
                {mayDismiss &&
                  (item.dismissal ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('reports.reopenOne', { name: item.name })}
                      onClick={() => void reopen(item)}
                    >
                      {t('reports.reopen')}
                    </Button>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('reports.dismissOne', { name: item.name })}
                      onClick={() => setSelectedIssue(item)}
                    >
                      {t('reports.dismiss')}
                    </Button>
                  ))}
              </DataCell>
            </DataRow>
          ))}
        </DataTable>
      </PagedList>
      <DismissDialog
        key={selectedIssue?.id ?? 0}
        openIssue={selectedIssue}
        onClose={() => setSelectedIssue(undefined)}
        onDone={() => {
          setSelectedIssue(undefined);
          toast('success', t('reports.dismissed'));
          list.reload();
          heading.current?.focus();
        }}
      />
    </>
  );
}

interface DismissDialogProps {
  readonly openIssue: HealthIssue | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Requests a reason for dismissing an issue. */
function DismissDialog({ openIssue, onClose, onDone }: DismissDialogProps) {
  const { t } = useTranslation();
  const client = useApi();
  const [reason, setReason] = useState('');
  const [problem, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!openIssue || isBusy) return;
    const { rule, id, version } = openIssue;
    setBusy(true);
    setError(undefined);
    try {
      await client.call({ ...catalogueHealthEndpoints.dismiss, json: { rule, id, version, reason } });
      onDone();
    } catch (error) {
      setError(toApiErrorDetails(error, t('reports.dismissFailed')).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={openIssue !== undefined}
      onClose={onClose}
      title={t('reports.dismissTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <FormAlert messages={problem === undefined ? [] : [problem]} />
        <Text mb="sm">{t('reports.dismissText', { name: openIssue?.name ?? '' })}</Text>
        <Textarea
          label={t('reports.reason')}
          required
          data-autofocus
          maxLength={limits.maxNameLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          rows={2}
        />
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {t('reports.dismiss')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
