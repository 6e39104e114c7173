import { Anchor, Loader, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditLogSummary } from '#contract/audit-log/audit-log';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { ReportError } from './report-error.tsx';
import classes from './today.module.css';
import { dayOf, useChanges } from './use-changes.ts';

type UserChanges = AuditLogSummary['users'][number];
type KindChanges = UserChanges['kinds'][number];

/** The changes since yesterday by user, with links to the records and to the audit log. */
export function ChangesCard() {
  const { t } = useTranslation();
  const changes = useChanges();
  const { value, isReading, since } = changes;
  const address = (actorId?: number) =>
    `/reports?${new URLSearchParams({
      show: 'auditLog',
      ...(actorId !== undefined && { actor_id: String(actorId) }),
      from: dayOf(since),
    })}`;
  return (
    <Section
      title={t('dashboard.changes')}
      actions={
        <Anchor component={Link} to={address()} size="sm" className={classes['all'] ?? ''}>
          {t('dashboard.viewAuditLog')}
        </Anchor>
      }
    >
      {!value && isReading && <Loader size="sm" aria-label={t('ui.loading')} />}
      {!value && !isReading && <ReportError title={t('dashboard.changes')} report={changes} />}
      {value?.users.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('dashboard.noChanges')}
        </Text>
      )}
      {value && value.users.length > 0 && (
        <ul className={classes['users']}>
          {value.users.map((user) => (
            <li key={user.actor?.id ?? 0}>
              <ChangesOfUser changes={user} address={address(user.actor?.id ?? 0)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface ChangesOfUserProps {
  readonly changes: UserChanges;
  /** The address of the user's audit log. */
  readonly address: string;
}

function ChangesOfUser({ changes: { actor, changes, kinds }, address }: ChangesOfUserProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes['user']}>
        <Link to={address} className={classes['link']}>
          <UserText>{actor?.name ?? t('history.server')}</UserText>
        </Link>{' '}
        <Text span size="sm" c="dimmed">
          {t('dashboard.changeCount', { count: changes })}
        </Text>
      </div>
      <ul className={classes['kinds']}>
        {kinds.map((changesOfKind) => (
          <li key={changesOfKind.kind}>
            <p className={classes['names']}>
              <Records changes={changesOfKind} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Records({ changes: { kind, records, latest } }: { readonly changes: KindChanges }) {
  const { t } = useTranslation();
  const more = records - latest.length;
  return (
    <>
      <Text span size="sm" c="dimmed">
        {t(`history.kinds.${kind}`)}:{' '}
      </Text>
      {latest.map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && ', '}
          <RecordName kind={kind} record={record} />
        </Fragment>
      ))}
      {more > 0 && ` ${t('dashboard.moreRecords', { count: more })}`}
    </>
  );
}

function RecordName({
  kind,
  record,
}: {
  readonly kind: KindChanges['kind'];
  readonly record: KindChanges['latest'][number];
}) {
  const { t } = useTranslation();
  const { id, name, is_deleted: isDeleted } = record;
  const text = <UserText>{name}</UserText>;
  if (id === 0) return text;
  if (isDeleted)
    return (
      <>
        {text}{' '}
        <Text span size="sm" c="dimmed">
          ({t('dashboard.deleted')})
        </Text>
      </>
    );
  return (
    <Link to={recordAddress(kind, id)} className={classes['inline']}>
      {text}
    </Link>
  );
}
