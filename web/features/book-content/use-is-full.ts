import { useEffect, useState } from 'react';
import { useValue, type ValueStore } from './value-store.ts';

const resting = { get: () => false, subscribe: () => () => undefined };

/**
 * True if a row of a long list is rendered with all its controls. A row that becomes visible during scrolling shows
 * its text alone, until scrolling ends. `isWanted`: at once in any case. Once full it stays so.
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
