export interface MediaRange {
  /** The start in seconds. */
  readonly start: number;
  readonly end: number;
}

/** Returns the range of a media fragment (`#t=start,end`); undefined if the address has no end. */
export function timeRangeOf(src: string): MediaRange | undefined {
  const [, start, end] = /#t=([\d.]*),([\d.]+)$/.exec(src) ?? [];
  return end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Returns the address of the whole file. */
export const withoutFragment = (src: string): string => src.replace(/#.*$/, '');
