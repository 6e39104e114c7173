import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import { recordAddress } from '#web/core/lib/record-address.ts';
import classes from './record-anchor.module.css';

export interface ListAnchorProps {
  readonly to: string;
  /** The accessible name, if it differs from the text. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link in a list on the page of a record, as high and wide as a target. */
export function ListAnchor({ to, label, children }: ListAnchorProps) {
  return (
    <Anchor component={Link} to={to} aria-label={label} className={classes['use'] ?? ''}>
      {children}
    </Anchor>
  );
}

/** The list of such links. */
export function AnchorList({ children }: { readonly children: ReactNode }) {
  return <ul className={classes['uses']}>{children}</ul>;
}

export interface RecordAnchorProps {
  readonly kind: ResourceName;
  readonly id: number;
  /** The anchor of a section of the page, such as `#block-2`. */
  readonly hash?: string;
  readonly children: ReactNode;
}

/** A link to the page of a record, in a list on the page of another one. */
export function RecordAnchor({ kind, id, hash = '', children }: RecordAnchorProps) {
  return <ListAnchor to={`${recordAddress(kind, id)}${hash}`}>{children}</ListAnchor>;
}
