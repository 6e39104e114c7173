import { Text, Title } from '@mantine/core';
import { Children, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';

export interface DraftsSectionProps {
  /** True if drafts can be moved onto a day. */
  readonly hasDrag: boolean;
  readonly children: ReactNode;
}

/** The drafts without a time, beside the calendar. */
export function DraftsSection({ hasDrag, children }: DraftsSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  const isEmpty = Children.count(children) === 0;
  return (
    <section className={classes['drafts']} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {t('releases.unscheduled')}
      </Title>
      {(isEmpty || hasDrag) && (
        <Text size="sm" c="dimmed">
          {t(isEmpty ? 'releases.noUnscheduled' : 'releases.dragDrafts')}
        </Text>
      )}
      {children}
    </section>
  );
}
