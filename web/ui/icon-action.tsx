import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'aria-label' | 'title'>;

export interface IconActionProps extends ActionIconProps, ButtonProps {
  /** Its name; names the record too where there are many of its kind. */
  readonly label: string;
  /** What it does, in a word or two. Default: the label. */
  readonly tooltip?: string;
  readonly icon: ReactNode;
  /** At work. It is not disabled then, which would take the focus away. */
  readonly isBusy?: boolean;
}

/** A button without words, which says what it does when it is pointed at or reached by keyboard. */
export function IconAction(props: IconActionProps) {
  const { label, tooltip = label, icon, isBusy, ...rest } = props;
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      data-tooltip={tooltip}
      {...(isBusy !== undefined && { 'aria-disabled': isBusy, 'aria-busy': isBusy })}
      {...rest}
    >
      {icon}
    </ActionIcon>
  );
}
