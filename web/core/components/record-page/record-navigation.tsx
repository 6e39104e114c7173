import { ActionIcon, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordName } from '#contract/core/record-types';
import { BackLink } from '#web/core/components/back-link.tsx';
import { recordAddress, recordPaths } from '#web/core/lib/record-address.ts';
import { useOriginList } from './list-context.ts';
import classes from './record-page.module.css';

export interface RecordNavigationProps {
  readonly kind: RecordName;
  readonly id: number;
}

/** Links to the list, and to the previous and next record of the list that the record was opened from. */
export function RecordNavigation({ kind, id }: RecordNavigationProps) {
  const { t } = useTranslation();
  const recordList = useOriginList();
  const ids = recordList?.ids ?? [];
  const address = recordList?.address ?? recordPaths[kind];
  const isOwnList = address.split('?', 1)[0] === recordPaths[kind];
  const index = ids.indexOf(id);
  const steps = [
    { label: t('record.previous'), to: ids[index - 1], Icon: IconChevronLeft },
    { label: t('record.next'), to: ids[index + 1], Icon: IconChevronRight },
  ];
  return (
    <div className={classes['navigation']}>
      <BackLink to={address}>{t(isOwnList ? `history.kinds.${kind}` : 'record.backToList')}</BackLink>
      {index >= 0 && ids.length > 1 && (
        <nav aria-label={t('record.list')} className={classes['steps']}>
          <Text size="sm" c="dimmed" span>
            {t('record.position', { position: index + 1, total: ids.length })}
          </Text>
          {steps.map(({ label, to, Icon }) =>
            to === undefined ? (
              <ActionIcon key={label} variant="default" size="lg" aria-label={label} disabled>
                <Icon size={18} stroke={1.7} />
              </ActionIcon>
            ) : (
              <ActionIcon
                key={label}
                component={Link}
                to={recordAddress(kind, to)}
                // Replaces the history entry, so Back returns to the list.
                replace
                state={{ recordList }}
                variant="default"
                size="lg"
                aria-label={label}
                data-tooltip={label}
              >
                <Icon size={18} stroke={1.7} />
              </ActionIcon>
            ),
          )}
        </nav>
      )}
    </div>
  );
}
