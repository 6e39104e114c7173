import { useEffect, useState } from 'react';
import { useValue, type ValueStore } from './value-store.ts';

const resting = { get: () => false, subscribe: () => () => undefined };

/**
 * Returns true if a row of a long list is rendered with all its controls. A row that becomes visible during scrolling shows only its text
 * until scrolling ends, unless `isWanted`. The result never returns to false.
 */
export function useIsFull(isScrolled: ValueStore<boolean>, isWanted: boolean): boolean {
  const [wasFull, setFull] = useState(() => !isScrolled.get());
  const isMoving = useValue(wasFull ? resting : isScrolled);
  const isFull = wasFull || isWanted || !isMoving;
  useEffect(() => {
    if (isFull && !wasFull) setFull(true);
  }, [isFull, wasFull]);
  return isFull;
}
