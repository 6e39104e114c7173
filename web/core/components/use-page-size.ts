import { useEffect, useState } from 'react';
import { useListView } from '#web/core/lib/list-view.ts';

/**
 * The page size of a list. After a change of it, the list returns to page 1: `isResized` is true while the page of
 * the address is still that of the old size, so page 1 counts. `goTo` must be the same function on every render.
 */
export function usePageSize(goTo: (page: number, isCorrection?: boolean) => void) {
  const { pageSize } = useListView();
  const [pagedBy, setPagedBy] = useState(pageSize);
  const isResized = pagedBy !== pageSize;
  useEffect(() => {
    if (!isResized) return;
    goTo(1, true);
    // oxlint-disable-next-line react/set-state-in-effect -- the address has caught up
    setPagedBy(pageSize);
  }, [isResized, pageSize, goTo]);
  return { pageSize, isResized };
}
