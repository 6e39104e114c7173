import { useEffect, useState } from 'react';
import { useListView } from '#web/core/lib/list-view.ts';

/**
 * Returns the page size of a list. A change of it returns to page 1. `isResized` is true while the address still has a page of the old
 * size. `goTo` must be the same function on every render.
 */
export function usePageSize(goTo: (page: number, isCorrection?: boolean) => void) {
  const { pageSize } = useListView();
  const [pagedBy, setPagedBy] = useState(pageSize);
  const isResized = pagedBy !== pageSize;
  useEffect(() => {
    if (!isResized) return;
    goTo(1, true);
    // oxlint-disable-next-line react/set-state-in-effect -- the address has been updated
    setPagedBy(pageSize);
  }, [isResized, pageSize, goTo]);
  return { pageSize, isResized };
}
