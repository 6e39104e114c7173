import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import { recordAddress } from '#web/core/lib/record-address.ts';
import classes from './used-in.module.css';

export interface RecordAnchorProps {
  readonly kind: ResourceName;
  readonly id: number;
  /** The anchor of a section of the page, such as `#block-2`. */
  readonly hash?: string;
  readonly children: ReactNode;
}

/** A link to the page of a record, in a list on the page of another one. */
export function RecordAnchor({ kind, id, hash = '', children }: RecordAnchorProps) {
  return (
    <Anchor component={Link} to={`${recordAddress(kind, id)}${hash}`} className={classes['use'] ?? ''}>
      {children}
    </Anchor>
  );
}
