import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './back-link.module.css';

export interface BackLinkProps {
  readonly to: string;
  /** The name of the linked screen. */
  readonly children: ReactNode;
}

/** The link above a heading to the parent screen. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <div>
      <Anchor component={Link} to={to} size="sm" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" /> {children}
      </Anchor>
    </div>
  );
}
