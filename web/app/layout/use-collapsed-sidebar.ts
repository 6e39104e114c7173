import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readStored, writeStored } from '#web/core/lib/use-stored-state.ts';

const key = 'lectern-sidebar-collapsed';

/** Screens below this width have space for either the labels of the sidebar or the columns of a list. */
const NARROW = '(max-width: 74.99em)';

/** Returns whether the sidebar is collapsed to icons: as stored in this browser, otherwise on narrow screens. */
export function useCollapsedSidebar() {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState(() =>
    readStored(key, (storedValue) => (typeof storedValue === 'boolean' ? storedValue : undefined)),
  );
  const isCollapsed = chosen ?? isNarrow;
  const toggle = () => {
    setChosen(!isCollapsed);
    writeStored(key, !isCollapsed);
  };
  return { isCollapsed, toggle };
}
