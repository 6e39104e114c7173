import { Group } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import classes from './settings.module.css';

export interface PanelProps {
  readonly id: string;
  readonly heading: string;
  /** The heading receives the focus after the focused element was removed. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
  /** A button beside the heading. */
  readonly action?: ReactNode;
  /** True for content other than facts. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

/** A section of a settings screen with facts or a list. */
export function Panel({ id, heading, headingRef, action, isList = false, children }: PanelProps) {
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <h2 id={id} ref={headingRef ?? null} tabIndex={-1} className={classes['panelHeading']}>
          {heading}
        </h2>
        {action}
      </Group>
      {isList ? children : <dl className={classes['facts']}>{children}</dl>}
    </section>
  );
}

/** A name with its value. */
export function DescriptionItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
