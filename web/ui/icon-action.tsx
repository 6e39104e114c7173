import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './icon-action.module.css';

export interface IconActionProps
  extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'title' | 'color' | 'children'> {
  /** The accessible name. It includes the record if there are several buttons of this kind. */
  readonly label: string;
  /** The action in one or two words. Default: the label. */
  readonly tooltip?: string;
  readonly icon: ReactNode;
  /** True while the action runs. The button is not disabled, since that would lose the focus. */
  readonly isBusy?: boolean;
  /** Default: the accent color. */
  readonly color?: 'gray' | 'red';
  /** Default: without a background. */
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
 * An icon button with a tooltip. It uses the classes of the library without its components, which take most of the rendering time of a
 * list.
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
