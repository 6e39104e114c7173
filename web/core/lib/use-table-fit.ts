import { type RefObject, useLayoutEffect, useState } from 'react';

export interface TableFit {
  /** The place is narrower than rows need. */
  readonly isNarrow: boolean;
  /** The table is wider than its place all the same, and has to be scrolled. */
  readonly isCut: boolean;
}

/**
 * The fit of a table in its container. `rem` is the width that rows need, which follows the text size of the
 * browser. Known before the first paint.
 */
export function useTableFit(element: RefObject<HTMLElement | null>, rem: number): TableFit {
  const [fit, setFit] = useState<TableFit>({ isNarrow: false, isCut: false });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const { clientWidth, scrollWidth } = current;
      // An element without layout has no width.
      if (clientWidth === 0) return;
      const next = { isNarrow: clientWidth < rem * px, isCut: scrollWidth > clientWidth };
      setFit((before) => (before.isNarrow === next.isNarrow && before.isCut === next.isCut ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const table of current.children) observer.observe(table);
    return () => observer.disconnect();
  }, [element, rem]);
  return fit;
}
