type Measured = Pick<Element, 'getBoundingClientRect'>;

/** A scrolled element and the blocks in it. The same blocks are in both panes, in the same order. */
export interface Pane<Scroller = Measured & Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>> {
  readonly scroller: Scroller;
  readonly blocks: readonly Measured[];
}

/** Returns the offsets of the start, of each block, of the end of the last block, and of the end of the content. They never decrease. */
function offsetsOf({ scroller, blocks }: Pane): readonly number[] {
  const isDocument = scroller === document.scrollingElement;
  const origin = isDocument ? 0 : scroller.getBoundingClientRect().top;
  const toOffset = (edge: number) => edge - origin + scroller.scrollTop;
  const rects = blocks.map((block) => block.getBoundingClientRect());
  const last = rects.at(-1);
  return [
    0,
    ...rects.map(({ top }) => toOffset(top)),
    ...(last ? [toOffset(last.bottom)] : []),
    scroller.scrollHeight,
  ];
}

/** Returns the value at the same fraction between the same two offsets of another list. */
export function interpolate(value: number, from: readonly number[], to: readonly number[]): number {
  const next = Math.max(
    1,
    from.findIndex((offset) => offset >= value),
  );
  const [start = 0, end = 0] = [from[next - 1], from[next]];
  const [targetStart = 0, targetEnd = 0] = [to[next - 1], to[next]];
  const fraction = end > start ? (value - start) / (end - start) : 0;
  return targetStart + fraction * (targetEnd - targetStart);
}

/**
 * Returns the scroll position of a pane that shows the same blocks as another pane; undefined if one of them does not scroll. The compared
 * line moves from the upper edge at the start to the lower edge at the end, so both panes reach their ends together.
 */
export function matchingPosition(source: Pane, target: Pane): number | undefined {
  const rangeOf = ({ scroller }: Pane) => scroller.scrollHeight - scroller.clientHeight;
  const [sourceRange, targetRange] = [rangeOf(source), rangeOf(target)];
  if (sourceRange <= 0 || targetRange <= 0 || source.blocks.length !== target.blocks.length) return undefined;
  const line = (source.scroller.scrollTop / sourceRange) * source.scroller.scrollHeight;
  const targetLine = interpolate(line, offsetsOf(source), offsetsOf(target));
  return (targetLine / target.scroller.scrollHeight) * targetRange;
}
