import { useState } from 'react';
import { readStored, writeStored } from '#web/core/lib/use-stored-state.ts';

const key = 'lectern-sidebar-collapsed';

/** The sidebar as this browser had it last: whole, or collapsed to icons. */
export function useCollapsedSidebar() {
  const [isCollapsed, setCollapsed] = useState(() => readStored(key, (stored) => stored === true));
  const toggle = () => {
    setCollapsed(!isCollapsed);
    writeStored(key, !isCollapsed);
  };
  return { isCollapsed, toggle };
}
