import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import classes from './tooltips.module.css';

export interface TooltipPopupProps {
  readonly target: HTMLElement;
  readonly label: string;
  readonly isOpen: boolean;
}

export function TooltipPopup({ target, label, isOpen }: TooltipPopupProps) {
  return (
    <Tooltip
      target={target}
      label={label}
      opened={isOpen}
      withArrow
      multiline
      maw="min(24rem, 90vw)"
      zIndex={400}
      aria-hidden
      className={classes['tooltip'] ?? ''}
    />
  );
}
