import { type RefObject, useLayoutEffect, useState } from 'react';

export interface TableFit {
  /** True if the container is narrower than the rows need. */
  readonly isNarrow: boolean;
  /** True if the table is wider than its container and must be scrolled. */
  readonly isCut: boolean;
}

/**
 * Returns the fit of a table in its container before the first paint.
 * @param rem the width that rows need; it follows the font size of the browser
 */
export function useTableFit(element: RefObject<HTMLElement | null>, rem: number): TableFit {
  const [fit, setFit] = useState<TableFit>({ isNarrow: false, isCut: false });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const { clientWidth } = current;
      // A clipped element has no scroll width.
      const width = Math.max(0, ...Array.from(current.children, (child) => child.scrollWidth));
      // Elements without layout have no width.
      if (clientWidth === 0) return;
      const next = { isNarrow: clientWidth < rem * px, isCut: width > clientWidth };
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
