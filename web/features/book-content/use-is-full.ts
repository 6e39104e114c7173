import { useEffect, useState } from 'react';
import { useValue, type ValueStore } from './value-store.ts';

const resting = { get: () => false, subscribe: () => () => undefined };

/**
 * Whether a row of a long list is drawn with everything that can be operated: one that comes into sight while the list is scrolled shows its
 * words alone, until the list rests. `isWanted`: at once, whatever the list does. Once full it stays so.
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
