import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './user-screen.module.css';

/** A part of the page under a heading of its own. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
