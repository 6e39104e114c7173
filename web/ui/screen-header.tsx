import { Button, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useScreenShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import classes from './screen-header.module.css';

export interface ScreenHeaderProps {
  readonly title: string;
  /** The heading receives the focus after the focused element was removed. */
  readonly titleRef?: RefObject<HTMLHeadingElement | null>;
  /** The button beside the heading; false or undefined for users who cannot add records. */
  readonly add?: { readonly label: string; readonly onClick: () => void } | false;
  /** Content beside the heading. */
  readonly beside?: ReactNode;
  /** Further buttons before `add`. */
  readonly children?: ReactNode;
}

export function ScreenHeader({ title, titleRef, add, beside, children }: ScreenHeaderProps) {
  useScreenShortcuts(add ? [{ key: 'n', label: add.label, run: add.onClick }] : []);
  return (
    <div className={classes['header']}>
      <div className={classes['heading']}>
        <Title order={1} ref={titleRef ?? null} tabIndex={-1}>
          {title}
        </Title>
        {beside}
      </div>
      <div className={classes['buttons']}>
        {children}
        {add && (
          <Button leftSection={<IconPlus size={16} stroke={2} />} aria-keyshortcuts="n" onClick={add.onClick}>
            {add.label}
          </Button>
        )}
      </div>
    </div>
  );
}
