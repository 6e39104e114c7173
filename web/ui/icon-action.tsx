import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

export interface IconActionProps {
  /** Its name; names the record too where there are many of its kind. */
  readonly label: string;
  /** What it does, in a word or two. Default: the label. */
  readonly tooltip?: string;
  readonly icon: ReactNode;
  readonly color?: string;
  readonly className?: string | undefined;
  /** At work. It is not disabled then, which would take the focus away. */
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
}

/** A button without words, which says what it does when it is pointed at or focused. */
export function IconAction(props: IconActionProps) {
  const { label, tooltip = label, icon, color, className, isBusy, ref, onClick, ...rest } = props;
  return (
    <Tooltip label={tooltip} openDelay={300} withArrow>
      <ActionIcon
        variant="subtle"
        aria-label={label}
        {...(isBusy !== undefined && { 'aria-disabled': isBusy, 'aria-busy': isBusy })}
        className={className ?? ''}
        {...(color !== undefined && { color })}
        {...(ref !== undefined && { ref })}
        {...(onClick && { onClick })}
        {...rest}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
