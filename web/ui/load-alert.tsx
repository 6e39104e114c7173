import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from './use-error-message.ts';

export interface LoadAlertProps {
  readonly message: string;
  readonly onRetry: () => void;
  /** Further actions beside Retry. */
  readonly children?: ReactNode;
}

/** Replaces content that could not be loaded. */
export function LoadAlert({ message, onRetry, children }: LoadAlertProps) {
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
      {translateError(message)}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
        {children}
      </Group>
    </Alert>
  );
}
