import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import type { RecordName } from '#contract/core/record-types';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { useReleaseChange } from '../release/use-release.ts';
import { RecordListContext } from './list-context.ts';
import classes from './record-link.module.css';

const ReleaseMark = createLazyComponent(
  async () => (await import('../release/release-mark.tsx')).ReleaseMark,
);

export interface RecordLinkProps {
  readonly kind: RecordName;
  readonly id: number;
  readonly children: ReactNode;
}

/**
 * The name of a record in a list. It links to the page of the record. Mobile configs and contributors have no section "Used in". Records that
 * the release changes have a mark.
 */
export function RecordLink({ kind, id, children }: RecordLinkProps) {
  const recordList = useContext(RecordListContext);
  const change = useReleaseChange(kind, id);
  return (
    <>
      <Link
        to={recordAddress(kind, id)}
        state={{ recordList }}
        data-used-in={kind === 'mobile-configs' || kind === 'authors' ? undefined : true}
        className={classes['link']}
      >
        {children}
      </Link>
      {change && <ReleaseMark change={change} />}
    </>
  );
}
