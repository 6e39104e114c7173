import { Alert, Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import { type AuditLogDetail, auditLogDetail, auditLogEndpoints } from '#contract/audit-log/audit-log';
import { NotFoundState } from '../not-found-state.tsx';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { isolate } from '#web/core/i18n/isolated.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { recordsUndone, undoOffered } from '#web/core/store/undo.slice.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { useAfterUndo } from '../use-after-undo.ts';
import { useLocale } from '../use-locale.ts';
import { useCanEdit, usePermission } from '../use-permission.ts';
import { type Read, useRemoteRead } from '../use-remote-read.ts';
import { useUndo } from '../use-undo.ts';
import { ChangeView } from './change-view.tsx';
import { historyEndpoints } from './history-endpoints.ts';
import classes from './history.module.css';
import { namesRecord } from '../audit-log-message.ts';
import { useAuditLogMessages } from '../use-audit-log-messages.ts';
import { useReleaseName } from '../release/use-release.ts';
import { countFormat, dateTimeFormat } from '#web/core/lib/formats.ts';

/** The record ID of bulk edits. */
const MANY_RECORDS_ID = 0;

interface Compared {
  readonly entry: AuditLogDetail;
  /** The current version of the record; a revert is based on it. */
  readonly version: number;
}

const readerOf =
  (id: number): Read<Compared> =>
  async (client, signal) => {
    const { method, path } = auditLogEndpoints.get;
    const read = async (version: number) =>
      auditLogDetail.parse(
        readData(await client.call({ method, path: pathOf({ method, path }, version), signal })),
      );
    const entry = await read(id);
    const { version } = entry.latest_id === id ? entry : await read(entry.latest_id);
    return { entry, version };
  };

export interface ComparisonProps {
  /** The ID of the audit log entry. */
  readonly id: number;
  /** The level of the headings of its fields. */
  readonly level: 2 | 3 | 4;
  /** Opens another change: the newest one, or the cause of this one. Default: a link to its address. */
  readonly onOpen?: ((id: number) => void) | undefined;
  /** Called after the record was reverted or the change was undone. */
  readonly onWritten?: (() => void) | undefined;
  /** A link to the other changes of the record. Default: a link to their address. */
  readonly back?: ReactNode;
}

/** One change of a record: the values before and after, and actions that undo or revert it. */
export function Comparison(props: ComparisonProps) {
  const { t } = useTranslation();
  const { id } = props;
  const { value, apiError, retry } = useRemoteRead(
    useMemo(() => readerOf(id), [id]),
    { attempted_action: t('history.loadFailed') },
  );
  useAfterUndo(retry);
  // The comparison stays rendered while it is read again, so the focus is preserved.
  const comparison = useLastDefined(value);
  if (apiError?.status === 404)
    return <NotFoundState message={apiError.message} list="/reports?show=auditLog" hasTrash />;
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  return comparison ? (
    <Change {...props} {...comparison} onFailed={retry} />
  ) : (
    <Loader aria-label={t('history.loading')} />
  );
}

function Change(props: ComparisonProps & Compared & { readonly onFailed: () => void }) {
  const { entry, version, level, onOpen, onWritten, onFailed, back } = props;
  const { t } = useTranslation();
  const { messageOf } = useAuditLogMessages();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const undo = useUndo();
  const isBusy = useRef(false);
  const seesReports = usePermission('reports:read');
  const mayEdit = useCanEdit(entry.kind === 'authors' ? 'books' : entry.kind);
  const locale = useLocale();
  const time = dateTimeFormat(locale);
  const number = countFormat(locale);
  // Contributors have no history of their own, so Undo covers Revert.
  const kind = entry.kind === 'authors' ? undefined : entry.kind;
  // Both actions change the live record.
  const releaseName = useReleaseName();
  const isInRelease = releaseName !== undefined;
  const canRevert =
    !isInRelease && mayEdit && entry.is_there && entry.action === 'changed' && kind !== undefined;

  const linkToEntry = (entryId: number, text: string) =>
    onOpen ? (
      <Anchor component="button" type="button" onClick={() => onOpen(entryId)}>
        {text}
      </Anchor>
    ) : (
      <Anchor component={Link} to={`/history/entries/${entryId}`}>
        {text}
      </Anchor>
    );

  const revert = async (fields: readonly string[] | undefined) => {
    if (isBusy.current || kind === undefined) return;
    isBusy.current = true;
    const message = t('history.revertDone');
    const subject = entry.record.name;
    try {
      const endpoint = historyEndpoints(kind, entry.record.id).revert;
      let remainingEntry: number | undefined;
      await client.call({
        ...endpoint,
        json: { entry_id: entry.id, version, ...(fields && { fields }) },
        onEntry: (writtenEntry) => {
          remainingEntry = writtenEntry;
        },
      });
      const notification = dispatch(notificationAdded({ outcome: 'success', message, subject }));
      if (remainingEntry !== undefined)
        dispatch(
          undoOffered({
            entry: remainingEntry,
            notificationId: notification.payload.id,
            message,
            at: Date.now(),
          }),
        );
      toast('success', message);
      // Screens with the record read it again, and so does this comparison.
      dispatch(recordsUndone());
      onWritten?.();
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('history.revertFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('history.revertFailed'),
        details: { cause: error, subject },
      });
      toast('error', apiError.message);
      onFailed();
    } finally {
      isBusy.current = false;
    }
  };

  return (
    <>
      <Text lineClamp={3} className={classes['sentence'] ?? ''}>
        {messageOf(entry)}
      </Text>
      <Text size="sm" c="dimmed" mb="sm" lineClamp={3} className={classes['sentence'] ?? ''}>
        {[
          time.format(new Date(entry.at)),
          t(`history.kind.${entry.kind}`),
          ...(namesRecord(entry) ? [] : [isolate(entry.record.name)]),
        ].join(' · ')}
      </Text>
      <Group mb="md" gap="xs">
        {entry.record.id !== MANY_RECORDS_ID &&
          (back ?? (
            <Anchor
              component={Link}
              to={
                entry.kind === 'authors'
                  ? recordAddress('authors', entry.record.id)
                  : `/history/${entry.kind}/${entry.record.id}`
              }
            >
              {t('history.backToHistory')}
            </Anchor>
          ))}
        {isInRelease && mayEdit && (
          <Text size="sm" c="dimmed">
            {t('releaseDialogs.exitToUndo', { name: releaseName })}
          </Text>
        )}
        {entry.undo.is_possible && !isInRelease && (
          <Button
            size="compact-sm"
            onClick={() => void undo(entry.id).then((isUndone) => isUndone && onWritten?.())}
          >
            {t('history.undo')}
          </Button>
        )}
        {canRevert && (
          <Button size="compact-sm" variant="default" onClick={() => void revert(undefined)}>
            {t('history.revertAll')}
          </Button>
        )}
      </Group>
      {entry.cause_id !== null && (
        <Alert color="gray" mb="md">
          {t('history.followed')} {linkToEntry(entry.cause_id, t('history.cause'))}
        </Alert>
      )}
      {entry.related_entries > 0 && (
        <Alert color="gray" mb="md">
          {t('history.followers', {
            count: entry.related_entries,
            total: number.format(entry.related_entries),
          })}{' '}
          {seesReports && (
            <Anchor component={Link} to={`/reports?show=auditLog&cause_id=${entry.id}`}>
              {t('history.showFollowers')}
            </Anchor>
          )}
        </Alert>
      )}
      {entry.latest_id !== entry.id && (
        <Alert color="gray" mb="md">
          {t('history.newer')} {linkToEntry(entry.latest_id, t('history.newest'))}
        </Alert>
      )}
      {entry.changes.map((change) => (
        <ChangeView
          key={change.field}
          change={change}
          level={level}
          isOfMany={entry.record.id === MANY_RECORDS_ID}
          onRevert={canRevert ? () => void revert([change.field]) : undefined}
        />
      ))}
    </>
  );
}
