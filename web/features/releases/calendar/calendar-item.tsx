import { useDraggable } from '@dnd-kit/core';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCalendarEvent, IconDeviceMobile, IconEye } from '@tabler/icons-react';
import type { KeyboardEventHandler, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Release } from '#contract/releases/releases';
import colours from '#web/core/components/release/release-colour.module.css';
import classes from './calendar.module.css';

export interface CalendarItemProps {
  readonly id: string;
  readonly release: Release;
  /** A short text about the release, such as its time and status. */
  readonly text: string;
  /** The same in full, for the menu. */
  readonly details: ReactNode;
  /** The address of the home screen at its time; undefined for a draft. */
  readonly preview?: string;
  /** The action that opens the schedule; undefined if it cannot be changed. */
  readonly schedule?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** False if the grid reaches the item by its day. */
  readonly isTabbable?: boolean;
}

/** The visible content of an item. */
export function CalendarItemFace({ release, text }: Pick<CalendarItemProps, 'release' | 'text'>) {
  return (
    <span className={`${colours['colour']} ${classes['item']}`} data-colour={release.colour}>
      <span className={classes['text']}>{text}</span>
      <span className={classes['name']}>{release.name}</span>
    </span>
  );
}

interface HandleProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onKeyDown?: KeyboardEventHandler | undefined;
  readonly 'data-dragging'?: boolean | undefined;
}

/** A release in the calendar. It opens a menu with details and actions. */
export function CalendarItem({ isTabbable = true, ...props }: CalendarItemProps & { handle?: HandleProps }) {
  const { t } = useTranslation();
  const { id, release, text, details, preview, schedule, handle } = props;
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
  return (
    <Menu id={id} position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes['button'] ?? ''} tabIndex={isTabbable ? 0 : -1} {...handle}>
          <CalendarItemFace release={release} text={text} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes['details'] ?? ''}>{details}</Menu.Label>
        <Menu.Item component={Link} to={`/releases/${release.id}`} leftSection={<IconEye {...icon} />}>
          {t('releases.viewRelease')}
        </Menu.Item>
        {preview !== undefined && (
          <Menu.Item component={Link} to={preview} leftSection={<IconDeviceMobile {...icon} />}>
            {t('releases.preview')}
          </Menu.Item>
        )}
        {schedule && (
          <Menu.Item leftSection={<IconCalendarEvent {...icon} />} onClick={schedule.onSelect}>
            {schedule.label}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** An item that is moved by mouse, touch and keyboard if it has a schedule. Use within `CalendarDrag`. */
export function DraggableItem(props: CalendarItemProps) {
  const isDisabled = props.schedule === undefined;
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: props.id,
    disabled: isDisabled,
  });
  const handle = {
    ref: setNodeRef,
    'aria-describedby': attributes['aria-describedby'],
    'data-movable': true,
    'data-dragging': isDragging || undefined,
    ...listeners,
    // Firefox opens the menu when Space is released, also if it started or ended a movement.
    onKeyUp: (event: { readonly key: string; preventDefault(): void }) => {
      if (event.key === ' ') event.preventDefault();
    },
  };
  return <CalendarItem {...props} handle={isDisabled ? {} : handle} />;
}
