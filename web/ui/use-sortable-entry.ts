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
 * An entry of a SortableList: what its element and its handle need. Mouse and touch take hold of the whole element; the handle
 * is for the keyboard, and has to be a button.
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
  // A pointer may have taken hold beside the handle; Escape is then still for the drag.
  useEffect(() => {
    if (isDragging) handle.current?.focus({ preventScroll: true });
  }, [isDragging]);
  const style: CSSProperties = {
    transform: CSS.Translate.toString(transform),
    transition,
    zIndex: isDragging ? 1 : undefined,
  };
  // The same object while nothing in it changes, so that what is drawn with it can rest during a drag.
  const handleProps = useMemo(
    () => ({
      ref: setHandle,
      // The dialog around the list would take an Escape that ends a drag for its own.
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
