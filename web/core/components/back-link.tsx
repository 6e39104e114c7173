import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './back-link.module.css';

export interface BackLinkProps {
  readonly to: string;
  /** The name of the screen that it leads to. */
  readonly children: ReactNode;
}

/** The link above the heading to the screen that a screen belongs to. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <div>
      <Anchor component={Link} to={to} size="sm" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" /> {children}
      </Anchor>
    </div>
  );
}
