import { useState } from 'react';
import { readStored, writeStored } from '#web/core/lib/use-stored-state.ts';

const key = 'lectern-sidebar-collapsed';

/** Returns whether the sidebar is collapsed to icons, as stored in this browser. */
export function useCollapsedSidebar() {
  const [isCollapsed, setCollapsed] = useState(() => readStored(key, (stored) => stored === true));
  const toggle = () => {
    setCollapsed(!isCollapsed);
    writeStored(key, !isCollapsed);
  };
  return { isCollapsed, toggle };
}
