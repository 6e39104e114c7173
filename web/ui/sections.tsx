import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './sections.module.css';

interface ChildrenProps {
  readonly children: ReactNode;
}

/** A page that consists of sections. */
export function Sections({ isWide = false, children }: ChildrenProps & { readonly isWide?: boolean }) {
  return (
    <div className={classes['sections']} data-wide={isWide || undefined}>
      {children}
    </div>
  );
}

export interface SectionProps extends ChildrenProps {
  readonly title: string;
  /** Actions beside the heading. */
  readonly actions?: ReactNode;
}

/** A section of a page with its own heading. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div className={classes['head']}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function SectionList({ children }: ChildrenProps) {
  return <ul className={classes['list']}>{children}</ul>;
}

/** The text about one item, followed by its actions. */
export function SectionEntry({ children }: ChildrenProps) {
  return <li className={classes['entry']}>{children}</li>;
}
