import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readRecent } from '#web/core/lib/recent-records.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './today.module.css';

const MAX_RECORDS = 6;

/** The records that this account opened last in this browser. Renders nothing without records. */
export function RecentCard() {
  const { t } = useTranslation();
  const account = useAppSelector(({ auth }) => auth.user?.email ?? '');
  const [records] = useState(() => readRecent(account).slice(0, MAX_RECORDS));
  if (records.length === 0) return null;
  return (
    <Section title={t('dashboard.recent')}>
      <ul className={classes['list']}>
        {records.map(({ kind, id, name }) => (
          <li key={`${kind} ${id}`} className={classes['recent']}>
            <Link to={recordAddress(kind, id)} className={classes['link']}>
              <UserText>{name}</UserText>
            </Link>
            <Text span size="sm" c="dimmed">
              {t(`history.kinds.${kind}`)}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
