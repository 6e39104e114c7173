import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** The content of an empty list: the reason and the next step. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes['empty'] ?? ''}>
      <span className={classes['icon']} aria-hidden="true">
        {icon}
      </span>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" ta="center">
        {text}
      </Text>
      {children}
    </Stack>
  );
}
