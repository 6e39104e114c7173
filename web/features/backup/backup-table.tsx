import { Badge, Text } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Backup, backupEndpoints, backupMessages } from '#contract/backup/backup';
import { pathOf } from '#contract/core/define-resource';
import { formatBytes } from '#contract/core/format-bytes';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useDownload } from '#web/core/components/use-download.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { toClock } from '#contract/core/format-duration';
import { countFormat, dateTimeFormat } from '#web/core/lib/formats.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataCell, DataRow, DataTable, TwoLines } from '#web/ui/data-table.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { useToast } from '#web/ui/use-toast.ts';

const icon = { size: 18, stroke: 1.7 } as const;

export interface BackupTableProps {
  readonly backups: readonly Backup[];
  readonly onDeleted: () => void;
}

/** Shows backups with their sizes and actions. */
export function BackupTable({ backups, onDeleted }: BackupTableProps) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const locale = useLocale();
  const download = useDownload(t('backup.downloadFailed'));
  const [busyId, setBusyId] = useState<number>();
  const [selectedBackup, setSelectedBackup] = useState<Backup>();
  const timeOf = ({ created_at }: Backup) => dateTimeFormat(locale).format(new Date(created_at));
  const label = {
    time: t('backup.time'),
    size: t('backup.size'),
    duration: t('backup.duration'),
    protection: t('backup.protection'),
    test: t('backup.test'),
    actions: t('backup.actions'),
  };

  const save = async (backup: Backup) => {
    if (busyId !== undefined) return;
    setBusyId(backup.id);
    await download(pathOf(backupEndpoints.download, backup.id), {}, backup.name);
    setBusyId(undefined);
  };

  const remove = async (backup: Backup) => {
    setSelectedBackup(undefined);
    const { method } = backupEndpoints.remove;
    try {
      await client.call({ method, path: pathOf(backupEndpoints.remove, backup.id) });
      toast('success', backupMessages.deleted);
      onDeleted();
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('backup.deleteFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('backup.deleteFailed'),
        details: { cause: error, subject: backup.name },
      });
      toast('error', apiError.message);
    }
  };

  return (
    <>
      <DataTable columns={Object.values(label)} rowsFrom={40}>
        {backups.map((backup) => (
          <DataRow key={backup.id}>
            <DataCell label={label.time} kind="title">
              <TwoLines>
                <time dateTime={backup.created_at}>{timeOf(backup)}</time>
                <Text size="sm" c="dimmed">
                  {backup.is_scheduled ? t('backup.nightly') : (backup.user?.name ?? t('backup.system'))}
                </Text>
              </TwoLines>
            </DataCell>
            <DataCell label={label.size}>
              <TwoLines>
                <div>{formatBytes(backup.bytes)}</div>
                <Text size="sm" c="dimmed">
                  {t('backup.files', {
                    count: backup.files,
                    shown: countFormat(locale).format(backup.files),
                  })}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('backup.added', { size: formatBytes(backup.added_bytes) })}
                </Text>
                {backup.missing_files > 0 && (
                  <div>{t('backup.missing', { count: backup.missing_files })}</div>
                )}
              </TwoLines>
            </DataCell>
            <DataCell label={label.duration}>
              {backup.duration_ms < 1_000 ? t('backup.underSecond') : toClock(backup.duration_ms / 1_000)}
            </DataCell>
            <DataCell label={label.protection}>
              {t(backup.is_encrypted ? 'backup.yes' : 'backup.no')}
            </DataCell>
            <DataCell label={label.test}>
              <TestResult backup={backup} />
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              <IconAction
                label={t('backup.downloadOne', { time: timeOf(backup) })}
                tooltip={t(busyId === backup.id ? 'backup.downloading' : 'backup.download')}
                icon={<IconDownload {...icon} />}
                isBusy={busyId === backup.id}
                onClick={() => void save(backup)}
              />
              {!backup.is_protected && (
                <IconAction
                  label={t('backup.deleteOne', { time: timeOf(backup) })}
                  tooltip={t('backup.delete')}
                  icon={<IconTrash {...icon} />}
                  color="red"
                  onClick={() => setSelectedBackup(backup)}
                />
              )}
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
      <ConfirmDialog
        opened={selectedBackup !== undefined}
        title={t('backup.deleteTitle')}
        text={t('backup.deleteText', { time: selectedBackup ? timeOf(selectedBackup) : '' })}
        confirm={t('backup.deleteConfirm')}
        cancel={t('ui.cancel')}
        onConfirm={() => selectedBackup && void remove(selectedBackup)}
        onCancel={() => setSelectedBackup(undefined)}
      />
    </>
  );
}

/** Shows the result of the last restore test of a backup. */
function TestResult({ backup: { tested_at, test_error } }: { readonly backup: Backup }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (tested_at === null) return t('backup.notTested');
  return (
    <TwoLines>
      <Badge variant="light" color={test_error === null ? 'green' : 'red'}>
        {t(test_error === null ? 'backup.passed' : 'backup.failed')}
      </Badge>
      <Text size="sm" c="dimmed">
        {test_error ?? dateTimeFormat(locale).format(new Date(tested_at))}
      </Text>
    </TwoLines>
  );
}
