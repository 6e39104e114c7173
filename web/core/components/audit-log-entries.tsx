import { Anchor, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import { isolate } from '#web/core/i18n/isolated.ts';
import classes from './audit-log-entries.module.css';
import { namesRecord } from './audit-log-message.ts';
import { useAuditLogMessages } from './use-audit-log-messages.ts';
import { useLocale } from './use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

export interface EntryListProps {
  readonly entries: readonly AuditLogEntry[];
  /** True if the entries are about different records. Each entry then names its record. */
  readonly showsRecord?: boolean;
  /** Opens the comparison in place. Default: a link to its address. */
  readonly onOpen?: (id: number) => void;
}

/** Displays audit log entries as messages that link to their comparisons. */
export function EntryList({ entries, showsRecord = false, onOpen }: EntryListProps) {
  const { t } = useTranslation();
  const { messageOf } = useAuditLogMessages();
  const locale = useLocale();
  const time = dateTimeFormat(locale);
  return (
    <ul className={classes['entries']}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes['entry']}>
          <div>
            <div className={classes['sentence']}>
              {onOpen ? (
                <Anchor component="button" type="button" onClick={() => onOpen(entry.id)}>
                  {messageOf(entry)}
                </Anchor>
              ) : (
                <Link to={`/history/entries/${entry.id}`}>{messageOf(entry)}</Link>
              )}
              {showsRecord && !namesRecord(entry) && (
                <Text span size="sm">
                  {' '}
                  “{isolate(entry.record.name)}”
                </Text>
              )}
            </div>
            <Text size="sm" c="dimmed">
              {[
                time.format(new Date(entry.at)),
                t(`history.kind.${entry.kind}`),
                ...(entry.cause_id === null ? [] : [t('history.follows')]),
                ...(entry.token ? [t('history.byScript', { name: entry.token.name })] : []),
              ].join(' · ')}
            </Text>
          </div>
          {entry.undone_by !== null && (
            <Badge variant="default" tt="none">
              {t('history.undone')}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
