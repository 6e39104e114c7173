export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<Box, 'width' | 'height'>;

/** Between a toast and the edge of the window, and between a toast and a control. */
const gap = 8;

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + gap &&
  other.x < one.x + one.width + gap &&
  one.y < other.y + other.height + gap &&
  other.y < one.y + one.height + gap;

/** True if the rectangle covers no control and lies inside the window. */
export function isFree(position: Box, within: Size, controls: readonly Box[]): boolean {
  return (
    position.x >= 0 &&
    position.y >= 0 &&
    position.x + position.width <= within.width &&
    position.y + position.height <= within.height &&
    !controls.some((control) => touches(position, control))
  );
}

/**
 * Returns a position that covers no control: as far down as there is room, at the right, in the middle or at the left.
 * Without such a position, returns the one that touches the fewest controls.
 */
export function freePosition(size: Size, within: Size, controls: readonly Box[]): Box {
  const columns = [within.width - size.width - gap, (within.width - size.width) / 2, gap];
  const lowest = Math.max(gap, within.height - size.height - gap);
  // The lowest free place is at the bottom or directly above a control.
  const above = controls.map(({ y }) => y - size.height - gap).filter((y) => y >= gap && y < lowest);
  let best: Box = { ...size, x: columns[1] ?? gap, y: lowest };
  let fewest = Number.POSITIVE_INFINITY;
  for (const y of [lowest, ...above.toSorted((one, other) => other - one)])
    for (const x of columns) {
      const position = { ...size, x, y };
      const touched = controls.filter((control) => touches(position, control)).length;
      if (touched === 0) return position;
      if (touched < fewest) [best, fewest] = [position, touched];
    }
  return best;
}
