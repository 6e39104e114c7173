import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  type CSSProperties,
  type KeyboardEventHandler,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { SortableEntry } from './sortable-list.tsx';

/**
 * Returns the props of an entry of a SortableList and of its handle. Mouse and touch drag the whole element. The handle is for the keyboard
 * and must be a button.
 */
export function useSortableEntry({ id, name }: SortableEntry) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const { onKeyDown, ...pointer } = listeners ?? {};
  const handle = useRef<HTMLElement>(null);
  const setHandle = useCallback(
    (node: HTMLElement | null) => {
      handle.current = node;
      setActivatorNodeRef(node);
    },
    [setActivatorNodeRef],
  );
  // A drag can start outside the handle. The focus ensures that Escape cancels the drag.
  useEffect(() => {
    if (isDragging) handle.current?.focus({ preventScroll: true });
  }, [isDragging]);
  const style: CSSProperties = {
    transform: CSS.Translate.toString(transform),
    transition,
    zIndex: isDragging ? 1 : undefined,
  };
  // The same object until it changes, so memoized components are not rendered during a drag.
  const handleProps = useMemo(
    () => ({
      ref: setHandle,
      // The dialog around the list would also handle the Escape that cancels a drag.
      'data-mantine-stop-propagation': isDragging || undefined,
      'aria-roledescription': attributes['aria-roledescription'],
      'aria-describedby': attributes['aria-describedby'],
      'aria-label': t('sortable.move', { name }),
      onKeyDown: onKeyDown as KeyboardEventHandler<HTMLElement> | undefined,
    }),
    [setHandle, isDragging, attributes, t, name, onKeyDown],
  );
  return {
    entryProps: { ref: setNodeRef, style, 'data-dragging': isDragging || undefined, ...pointer },
    handleProps,
  };
}
