import { useTranslation } from 'react-i18next';
import { isPermission } from '#contract/core/permissions';
import type { SecurityEvent } from '#contract/users/security-log';
import { DataCell, DataRow, DataTable, TwoLines } from '#web/ui/data-table.tsx';
import { usePermissionName } from '#web/core/components/use-permission-name.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

/** The events of sign-ins and permissions, newest first. */
export function SecurityLogTable({ events }: { readonly events: readonly SecurityEvent[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const time = dateTimeFormat(locale);
  const nameOf = usePermissionName();
  /** Events contain the codes of permissions, such as `books:edit`. */
  const withNames = (detail: string) =>
    detail.replaceAll(/\b[a-z-]+:[a-z]+\b/g, (code) => (isPermission(code) ? nameOf(code) : code));
  const label = {
    kind: t('securityLog.kind'),
    time: t('securityLog.time'),
    user: t('securityLog.user'),
    actor: t('securityLog.actor'),
    from: t('securityLog.from'),
    detail: t('securityLog.detail'),
  };
  return (
    <DataTable columns={Object.values(label)} rowsFrom={60}>
      {events.map((event) => (
        <DataRow key={event.id}>
          <DataCell label={label.kind} kind="title">
            {t(`securityLog.kinds.${event.kind}`)}
          </DataCell>
          <DataCell label={label.time}>
            <time dateTime={event.at}>{time.format(new Date(event.at))}</time>
          </DataCell>
          <DataCell label={label.user}>{event.user?.name ?? '-'}</DataCell>
          <DataCell label={label.actor}>{event.actor?.name ?? t('securityLog.notSignedIn')}</DataCell>
          <DataCell label={label.from}>
            <TwoLines>
              <div>{event.address || '-'}</div>
              <div>{event.browser}</div>
            </TwoLines>
          </DataCell>
          <DataCell label={label.detail} kind="long">
            {withNames(event.detail) || '-'}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}
