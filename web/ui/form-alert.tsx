import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './form.module.css';
import { useErrorMessage } from './use-error-message.ts';

export interface FormAlertProps {
  /** The error messages. Duplicates are shown once, and an empty list renders nothing. */
  readonly messages: readonly string[];
  /** Actions that resolve the error. */
  readonly children?: ReactNode;
}

/** Shows the errors of a form once, above its fields. */
export function FormAlert({ messages, children }: FormAlertProps) {
  const translateError = useErrorMessage();
  if (messages.length === 0) return null;
  return (
    <Alert
      className={classes['alert'] ?? ''}
      color="red"
      role="alert"
      data-sticks="top"
      icon={<IconAlertCircle size={18} />}
    >
      {[...new Set(messages)].map((message) => (
        <div key={message}>{translateError(message)}</div>
      ))}
      {children}
    </Alert>
  );
}
