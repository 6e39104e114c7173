import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface RowDrag {
  readonly from: number;
  /** The target index. */
  readonly to: number;
}

interface RowDragOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The height of a row and of the header in pixels. */
  readonly rowHeight: number;
  readonly headHeight: number;
  readonly onDrop: (drag: RowDrag) => void;
}

/** Reorders rows of equal height by dragging a handle. The list scrolls when the pointer is near its edges. */
export function useRowDrag({ scroller, count, rowHeight, headHeight, onDrop }: RowDragOptions) {
  const [drag, setDrag] = useState<RowDrag>();
  const latest = useRef<RowDrag>(undefined);
  const begin = useRef<(event: PointerEvent<HTMLButtonElement>, from: number) => void>(undefined);
  function beginDrag(event: PointerEvent<HTMLButtonElement>, from: number): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const { pointerId } = event;
    handle.setPointerCapture(pointerId);
    const update = (to: number) => {
      latest.current = { from, to: Math.min(Math.max(to, 0), count - 1) };
      setDrag(latest.current);
    };
    const onMove = (moveEvent: globalThis.PointerEvent) => {
      const list = scroller.current;
      if (!list) return;
      const box = list.getBoundingClientRect();
      if (moveEvent.clientY < box.top + headHeight + rowHeight / 2) list.scrollTop -= rowHeight / 3;
      else if (moveEvent.clientY > box.bottom - rowHeight / 2) list.scrollTop += rowHeight / 3;
      update(Math.floor((moveEvent.clientY - box.top - headHeight + list.scrollTop) / rowHeight));
    };
    const end = (endEvent: Event) => {
      handle.removeEventListener('pointermove', onMove);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      const latestDrag = latest.current;
      latest.current = undefined;
      setDrag(undefined);
      if (endEvent.type === 'pointerup' && latestDrag && latestDrag.from !== latestDrag.to)
        onDrop(latestDrag);
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
    update(from);
  }

  useEffect(() => {
    begin.current = beginDrag;
  });
  // Stable, since a new function would render all rows on each scroll.
  const onDragStart = useCallback((event: PointerEvent<HTMLButtonElement>, from: number) => {
    begin.current?.(event, from);
  }, []);

  return { drag, onGrip: onDragStart };
}
