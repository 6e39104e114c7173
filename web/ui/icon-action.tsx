import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './icon-action.module.css';

export interface IconActionProps
  extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'title' | 'color' | 'children'> {
  /** Its name; names the record too where there are many of its kind. */
  readonly label: string;
  /** The action in a word or two. Default: the label. */
  readonly tooltip?: string;
  readonly icon: ReactNode;
  /** At work. It is not disabled then, which would take the focus away. */
  readonly isBusy?: boolean;
  /** Default: the accent. */
  readonly color?: 'gray' | 'red';
  /** Default: without a ground. */
  readonly variant?: 'subtle' | 'default' | 'filled' | 'light';
  readonly size?: 'lg' | 'input-sm';
}

const classNames = [
  'mantine-focus-auto mantine-active mantine-ActionIcon-root',
  ActionIcon.classes['root'],
  UnstyledButton.classes['root'],
  classes['action'],
].join(' ');

/**
 * A button without words, which says what it does when it is pointed at or reached by keyboard. It has the library's classes and none of its
 * components, which take most of the time in which a list is drawn.
 */
export function IconAction(props: IconActionProps) {
  const {
    label,
    tooltip = label,
    icon,
    isBusy,
    color,
    variant = 'subtle',
    size,
    className = '',
    ...rest
  } = props;
  return (
    <button
      type="button"
      className={`${classNames} ${className}`}
      data-variant={variant}
      data-color={color}
      data-size={size}
      aria-label={label}
      data-tooltip={tooltip}
      {...(isBusy !== undefined && { 'aria-disabled': isBusy, 'aria-busy': isBusy })}
      {...rest}
    >
      <span className={ActionIcon.classes['icon']}>{icon}</span>
    </button>
  );
}
