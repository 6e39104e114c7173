import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_NAMED_BOOKS } from '#contract/bulk/bulk';
import type { Book } from '#contract/books/books';
import type { Query } from '#web/core/api/encode.ts';
import { useScreenShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { isFull, isSelected, nothingSelected, type Selection, setSelected, toggle } from './selection.ts';

const LONG_PRESS_MS = 500;
/** The tolerance of a long press in pixels. */
const MAX_MOVEMENT_PX = 10;
const controls = 'button, a, input, label, select, textarea, [role="menu"]';

/** The state that rows need for their selection. */
export interface BookSelection {
  readonly isSelected: (book: Book) => boolean;
  readonly toggle: (book: Book, isRange: boolean) => void;
}

export interface SelectingOptions {
  readonly books: readonly Book[];
  /** The number of books on all pages of the list. */
  readonly total: number;
  /** The query of the list. */
  readonly query: Query;
  /** True if the user may make a bulk edit. */
  readonly isOffered: boolean;
}

/** Parameters of paging, order and format, which do not filter books. */
const otherParameters = ['page', 'items_per_page', 'with_chapters', 'sort_by_field', 'sort_direction'];

function filterOf(query: Query): Readonly<Record<string, string>> {
  const namedValues = Object.entries(query).filter(
    ([key, value]) => value !== undefined && value !== '' && !otherParameters.includes(key),
  );
  return Object.fromEntries(namedValues.map(([key, value]) => [key, String(value)]));
}

/**
 * Handles the selection of books. It is started by a button, by `x` on a row or by a long press. `x`, a click on a row and its checkbox
 * select, with Shift a range.
 */
export function useSelecting({ books, total, query, isOffered }: SelectingOptions) {
  const { t } = useTranslation();
  const toast = useToast();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [selection, setSelection] = useState<Selection>();
  const filter = filterOf(query);
  // A selection of all results ends when the filter changes.
  if (selection?.all && JSON.stringify(selection.all.filter) !== JSON.stringify(filter))
    setSelection(nothingSelected);
  const page = books.map(({ id }) => id);

  const change = (next: Selection, before: Selection) => {
    if (next.ids.length > before.ids.length || next.all) return setSelection(next);
    if (isFull(before) && next.ids.length === before.ids.length)
      toast('error', t('books.select.full', { max: MAX_NAMED_BOOKS }));
    return setSelection(next);
  };
  const toggleId = (id: number, isRange: boolean) => {
    const before = selection ?? nothingSelected;
    change(toggle(before, id, { page, isRange }), before);
  };
  const rowId = (target: EventTarget | null): number | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const id = Number(row?.dataset['record']);
    return row && frame?.contains(row) === true && id > 0 ? id : undefined;
  };

  useScreenShortcuts(
    isOffered
      ? [
          {
            key: 'x',
            label: t('books.select.keyTick'),
            run: ({ shiftKey }) => {
              const id = rowId(document.activeElement);
              if (id === undefined) return false;
              toggleId(id, shiftKey);
              return true;
            },
          },
          ...(selection
            ? [{ key: 'Escape', label: t('books.select.keyEnd'), run: () => setSelection(undefined) }]
            : []),
        ]
      : [],
  );

  const onClick = useEffectEvent((event: MouseEvent) => {
    if (!selection || !(event.target instanceof Element) || event.target.closest(controls)) return;
    const id = rowId(event.target);
    // Dragging over a text selects the text, not the row.
    if (id !== undefined && window.getSelection()?.isCollapsed !== false) toggleId(id, event.shiftKey);
  });
  const onLongPress = useEffectEvent((target: EventTarget | null) => {
    const id = rowId(target);
    if (selection || id === undefined) return;
    toggleId(id, false);
  });
  useEffect(() => {
    if (!frame || !isOffered) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let isTouched = false;
    let isPressed = false;
    const end = () => {
      clearTimeout(timer);
      isTouched = false;
    };
    const onDown = (event: PointerEvent) => {
      end();
      isPressed = false;
      if (event.pointerType !== 'touch' || (event.target as Element).closest(controls)) return;
      isTouched = true;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        isPressed = true;
        onLongPress(event.target);
      }, LONG_PRESS_MS);
    };
    // A long press would also select a word on a phone.
    const onMenu = (event: MouseEvent) => {
      if (isTouched) event.preventDefault();
    };
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVEMENT_PX) end();
    };
    const click = (event: MouseEvent) => {
      // Some browsers fire a click after a long press.
      if (!isPressed) onClick(event);
      isPressed = false;
    };
    frame.addEventListener('click', click);
    frame.addEventListener('pointerdown', onDown);
    frame.addEventListener('pointermove', onMove);
    frame.addEventListener('contextmenu', onMenu);
    frame.addEventListener('pointerup', end);
    frame.addEventListener('pointercancel', end);
    return () => {
      end();
      frame.removeEventListener('click', click);
      frame.removeEventListener('pointerdown', onDown);
      frame.removeEventListener('pointermove', onMove);
      frame.removeEventListener('contextmenu', onMenu);
      frame.removeEventListener('pointerup', end);
      frame.removeEventListener('pointercancel', end);
    };
  }, [frame, isOffered]);

  const start = useCallback(() => setSelection(nothingSelected), []);

  return {
    selection: isOffered ? selection : undefined,
    /** The ref of the element around the rows. Rows have the IDs of their records. */
    setFrame,
    clear: () => setSelection(nothingSelected),
    selectAll: () => setSelection({ ids: [], all: { filter, total, except: [] } }),
    start,
    end: () => setSelection(undefined),
    selectPage: () => setSelection((before = nothingSelected) => setSelected(before, page, true)),
    rowSelection:
      selection && isOffered
        ? {
            isSelected: (book: Book) => isSelected(selection, book.id),
            toggle: (book: Book, isRange: boolean) => toggleId(book.id, isRange),
          }
        : undefined,
  };
}
