import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { RecordListContext } from './list-context.ts';
import classes from './record-link.module.css';

export interface RecordLinkProps {
  readonly kind: ResourceName;
  readonly id: number;
  readonly children: ReactNode;
}

/** The name of a record in a list. It links to the page of the record. Mobile configs have no section "Used in". */
export function RecordLink({ kind, id, children }: RecordLinkProps) {
  const recordList = useContext(RecordListContext);
  return (
    <Link
      to={recordAddress(kind, id)}
      state={{ recordList }}
      data-used-in={kind === 'mobile-configs' ? undefined : true}
      className={classes['link']}
    >
      {children}
    </Link>
  );
}
