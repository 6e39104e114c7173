import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '#web/ui/form-alert.tsx';

export interface TwoFactorFormProps {
  readonly apiError: string | undefined;
  readonly isRunning: boolean;
  /** The label of the submit button. */
  readonly submit: string;
  /** True if the button removes something. */
  readonly isDestructive?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The layout of each step of two-factor setup: error, fields, Cancel and submit button. */
export function TwoFactorForm({
  apiError,
  isRunning,
  submit,
  isDestructive = false,
  onSubmit,
  onCancel,
  children,
}: TwoFactorFormProps) {
  const { t } = useTranslation();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <FormAlert messages={apiError === undefined ? [] : [apiError]} />
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={isRunning} {...(isDestructive && { color: 'red' })}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
