import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { CSSProperties, KeyboardEventHandler } from 'react';
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
  const style: CSSProperties = {
    transform: CSS.Translate.toString(transform),
    transition,
    zIndex: isDragging ? 1 : undefined,
  };
  return {
    entryProps: { ref: setNodeRef, style, 'data-dragging': isDragging || undefined, ...pointer },
    handleProps: {
      ref: setActivatorNodeRef,
      'aria-roledescription': attributes['aria-roledescription'],
      'aria-describedby': attributes['aria-describedby'],
      'aria-label': t('sortable.move', { name }),
      onKeyDown: onKeyDown as KeyboardEventHandler<HTMLElement> | undefined,
    },
  };
}
