import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/core/components/use-locale.ts';
import { formatDay } from '../zoned-time.ts';
import { dayOfKey } from './calendar-days.ts';

/** A shorter mouse movement is a click. An earlier touch movement scrolls. */
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 200, tolerance: 8 } };
/** Enter opens the menu of an entry. */
const keyboardCodes = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
};

export interface CalendarDragProps {
  readonly nameOf: (id: string) => string;
  /** Returns the current day of an item; undefined for a draft. */
  readonly dayOf: (id: string) => string | undefined;
  /** The day where the keyboard moves a draft first. */
  readonly firstDay: string;
  readonly onDrop: (id: string, day: string) => void;
  readonly renderItem: (id: string) => ReactNode;
  readonly children: ReactNode;
}

/** Dragging must end on a day. The pointer is on one, while the keyboard moves the item over one. */
const collisionDetection: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args);

/** Moves items of the calendar onto days by mouse, touch and keyboard. Each step is announced to screen readers. */
export function CalendarDrag(props: CalendarDragProps) {
  const { nameOf, dayOf, firstDay, onDrop, renderItem, children } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const [draggedId, setDraggedId] = useState<string>();

  const coordinateGetter: KeyboardCoordinateGetter = (event, { context }) => {
    const { active, over, collisionRect, droppableRects } = context;
    if (!active || !collisionRect) return undefined;
    const from = over ? String(over.id) : dayOf(String(active.id));
    const day = dayOfKey(event.code, from ?? firstDay, 'month');
    if (day === undefined) return undefined;
    event.preventDefault();
    const rect = droppableRects.get(from === undefined ? firstDay : day);
    return (
      rect && {
        x: rect.left + (rect.width - collisionRect.width) / 2,
        y: rect.top + (rect.height - collisionRect.height) / 2,
      }
    );
  };
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, { coordinateGetter, keyboardCodes }),
  );

  const nameFields = ({ id }: Active) => ({ name: nameOf(String(id)) });
  const dayName = ({ id }: Over) => formatDay(locale, String(id), 'full');
  const lastOver = useRef<string>(undefined);
  const announcements: Announcements = {
    onDragStart({ active }) {
      lastOver.current = dayOf(String(active.id));
      return t('releases.pickedUp', nameFields(active));
    },
    onDragOver({ active, over }) {
      // The first day is that of the item, whose announcement would replace that of the pickup.
      if (over?.id === lastOver.current) return undefined;
      lastOver.current = over ? String(over.id) : undefined;
      return over
        ? t('releases.overDay', { ...nameFields(active), day: dayName(over) })
        : t('releases.outsideCalendar', nameFields(active));
    },
    onDragEnd: ({ active, over }) =>
      over
        ? t('releases.dropped', { ...nameFields(active), day: dayName(over) })
        : t('releases.moveCancelled', nameFields(active)),
    onDragCancel: ({ active }) => t('releases.moveCancelled', nameFields(active)),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragCancel={() => setDraggedId(undefined)}
      onDragEnd={({ active, over }) => {
        setDraggedId(undefined);
        if (over) onDrop(String(active.id), String(over.id));
      }}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('releases.moveInstructions') },
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>{draggedId !== undefined && renderItem(draggedId)}</DragOverlay>
    </DndContext>
  );
}
