import { Badge, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ClampedText, UserText } from '#web/ui/user-text.tsx';
import classes from './story-items.module.css';
import type { Validation } from './story-items.ts';

export interface ValidationBadgeProps {
  readonly validation: Validation;
  /** The error, unless the result of the check is more specific. */
  readonly error: string | undefined;
  readonly number: number;
}

const badgeClasses = { root: classes['badge'] ?? '', label: classes['badgeLabel'] ?? '' };

/** The validation result of an item: the name of its book, or its error. */
export function ValidationBadge({ validation, error, number }: ValidationBadgeProps) {
  const { t } = useTranslation();
  const { state } = validation;
  const message = state === 'invalid' ? validation.message : error;
  return (
    <output className={classes['validation']}>
      {state === 'checking' && <Loader size="xs" aria-label={t('storyBooks.checking', { number })} />}
      {state !== 'checking' && message !== undefined && (
        <Badge
          variant="light"
          color="red"
          classNames={badgeClasses}
          leftSection={<IconAlertCircle size={14} />}
        >
          <UserText>{message}</UserText>
        </Badge>
      )}
      {state === 'valid' && message === undefined && (
        <Badge variant="light" color="green" classNames={badgeClasses} leftSection={<IconCheck size={14} />}>
          <ClampedText>{validation.bookName}</ClampedText>
        </Badge>
      )}
      {state === 'unvalidated' && message === undefined && (
        <Text span size="sm" c="dimmed">
          {t('storyBooks.notValidated')}
        </Text>
      )}
    </output>
  );
}
