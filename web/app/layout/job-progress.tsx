import '@mantine/core/styles/RingProgress.layer.css';
import { RingProgress } from '@mantine/core';
import classes from './bell-menu.module.css';

/** A ring around the bell with the progress of the running jobs, from 0 to 1. */
export function JobProgress({ fraction }: { readonly fraction: number }) {
  return (
    <RingProgress
      className={classes['ring'] ?? ''}
      size={34}
      thickness={2}
      aria-hidden="true"
      sections={[{ value: fraction * 100, color: 'var(--mantine-primary-color-filled)' }]}
    />
  );
}
