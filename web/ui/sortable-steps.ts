import {
  type ClientRect,
  type KeyboardCoordinateGetter,
  KeyboardCode,
  type UniqueIdentifier,
} from '@dnd-kit/core';

const middleX = ({ left, width }: ClientRect) => left + width / 2;

/** Returns the nearest entry on the nearest line in that direction. */
function onNextLine(rects: readonly (ClientRect | undefined)[], from: ClientRect, down: boolean): number {
  let best = { index: -1, lines: Infinity, columns: Infinity };
  for (const [index, rect] of rects.entries()) {
    const lines = rect ? (rect.top - from.top) * (down ? 1 : -1) : 0;
    if (!rect || lines < from.height / 2) continue;
    const columns = Math.abs(middleX(rect) - middleX(from));
    if (lines < best.lines || (lines === best.lines && columns < best.columns))
      best = { index, lines, columns };
  }
  return best.index;
}

/**
 * Returns the coordinates for moving an entry by keyboard. Left and right move to the previous and next position across lines. Up and down
 * move to the previous and next line.
 */
export const sortableSteps: KeyboardCoordinateGetter = (event, { context }) => {
  const { active, over, collisionRect, droppableRects } = context;
  const sortable = active?.data.current?.['sortable'] as { items: UniqueIdentifier[] } | undefined;
  if (!active || !sortable || !collisionRect) return undefined;
  const index = sortable.items.indexOf(over?.id ?? active.id);
  const rects = sortable.items.map((id) => droppableRects.get(id));
  const here = rects[index];
  if (!here) return undefined;
  const targets: Record<string, () => number> = {
    [KeyboardCode.Left]: () => index - 1,
    [KeyboardCode.Right]: () => index + 1,
    [KeyboardCode.Up]: () => onNextLine(rects, here, false),
    [KeyboardCode.Down]: () => onNextLine(rects, here, true),
  };
  const target = targets[event.code]?.();
  if (target === undefined) return undefined;
  event.preventDefault();
  const rect = rects[target];
  // Aligned by centers, so no other entry is nearer.
  return (
    rect && {
      x: middleX(rect) - collisionRect.width / 2,
      y: rect.top + rect.height / 2 - collisionRect.height / 2,
    }
  );
};
