import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movedList } from '#web/core/lib/move-item.ts';
import { sortableSteps } from './sortable-steps.ts';
import { WindowPager } from './window-pager.tsx';

/** A shorter mouse movement is a click. An earlier touch movement scrolls. */
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 200, tolerance: 8 } };
const keyboard = { coordinateGetter: sortableSteps };

export interface SortableEntry {
  /** Unique within the list. */
  readonly id: string;
  readonly name: string;
}

/** The position of an entry. The same object until the position changes, for memoized components. */
export interface SortablePosition {
  /** The index in the whole list, starting at 0. */
  readonly index: number;
  readonly count: number;
  /** Moves the entry to an index of the whole list. */
  readonly onMoveTo: (index: number) => void;
}

export interface SortableListProps<Entry extends SortableEntry> {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
  /** Chips wrap over several lines. Rows are stacked. */
  readonly layout: 'chips' | 'rows';
  /**
   * The number of entries rendered at once, since each rendered entry takes part in every drag. An entry can be moved to another window by
   * its typed position.
   */
  readonly windowSize?: number;
  /** Renders the visible entries, each with `useSortableEntry`, in their container. */
  readonly children: (visibleEntries: readonly { entry: Entry; position: SortablePosition }[]) => ReactNode;
}

/**
 * A list that is sorted by mouse, touch and keyboard, and by typing a position. Dropping outside changes nothing. Changes are announced to
 * screen readers.
 */
export function SortableList<Entry extends SortableEntry>(props: SortableListProps<Entry>) {
  const { entries, onChange, layout, windowSize = 50, children } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [requestedIndex, setRequestedIndex] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const count = entries.length;
  const lastStart = Math.max(0, Math.ceil(count / windowSize) - 1) * windowSize;
  const start = Math.min(requestedIndex, lastStart);
  const visibleEntries = useMemo(
    () => entries.slice(start, start + windowSize),
    [entries, start, windowSize],
  );
  const ids = useMemo(() => visibleEntries.map(({ id }) => id), [visibleEntries]);

  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  );
  // A pointer outside the list is over no entry. The keyboard has no pointer.
  const collisionDetection: CollisionDetection = (args) => {
    const pointer = args.pointerCoordinates;
    const area = frame.current?.getBoundingClientRect();
    const isOutside =
      pointer &&
      area &&
      (pointer.x < area.left || pointer.x > area.right || pointer.y < area.top || pointer.y > area.bottom);
    return isOutside ? [] : closestCenter(args);
  };

  const indexOf = (id: UniqueIdentifier) => start + ids.indexOf(String(id));
  const nameOf = (id: UniqueIdentifier) => entries[indexOf(id)]?.name ?? '';
  const positionOf = (id: UniqueIdentifier, targetId = id) => ({
    name: nameOf(id),
    position: indexOf(targetId) + 1,
    count,
  });
  const lastOver = useRef<UniqueIdentifier>(undefined);
  const announcements: Announcements = {
    onDragStart({ active }) {
      lastOver.current = active.id;
      return t('sortable.pickedUp', positionOf(active.id));
    },
    onDragOver({ active, over }) {
      // The first target is the entry itself, whose announcement would replace that of the pickup.
      if (over?.id === lastOver.current) return undefined;
      lastOver.current = over?.id;
      return over
        ? t('sortable.movedOver', positionOf(active.id, over.id))
        : t('sortable.outside', { name: nameOf(active.id) });
    },
    onDragEnd: ({ active, over }) =>
      over
        ? t('sortable.dropped', positionOf(active.id, over.id))
        : t('sortable.cancelled', positionOf(active.id)),
    onDragCancel: ({ active }) => t('sortable.cancelled', positionOf(active.id)),
  };

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onChange(movedList(entries, indexOf(active.id), indexOf(over.id)));
  };
  const latest = useRef({ entries, onChange });
  useLayoutEffect(() => {
    latest.current = { entries, onChange };
  });
  const moveTo = useCallback(
    (from: number, to: number) => {
      const before = latest.current.entries;
      const next = movedList(before, from, to);
      const entry = before[from];
      if (!entry || next === before) return;
      const index = next.indexOf(entry);
      latest.current.onChange(next);
      // Shows the window of the new position, so the entry stays visible and keeps the focus.
      setRequestedIndex(index - (index % windowSize));
      setAnnouncement(t('sortable.dropped', { name: entry.name, position: index + 1, count: next.length }));
    },
    [windowSize, t],
  );
  const positions = useMemo(
    () =>
      Array.from({ length: Math.min(windowSize, count - start) }, (_, offset): SortablePosition => {
        const index = start + offset;
        return { index, count, onMoveTo: (to) => moveTo(index, to) };
      }),
    [start, count, windowSize, moveTo],
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('sortable.instructions') },
      }}
    >
      <SortableContext
        items={ids}
        strategy={layout === 'chips' ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <div ref={frame}>
          {children(
            positions.flatMap((position) => {
              const entry = entries[position.index];
              return entry ? [{ entry, position }] : [];
            }),
          )}
        </div>
      </SortableContext>
      {count > windowSize && (
        <WindowPager start={start} size={windowSize} count={count} onChange={setRequestedIndex} />
      )}
      <VisuallyHidden>
        <output>{announcement}</output>
      </VisuallyHidden>
    </DndContext>
  );
}
