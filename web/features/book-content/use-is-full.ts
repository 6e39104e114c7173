import { useEffect, useState } from 'react';
import { useValue, type ValueStore } from '#web/core/lib/value-store.ts';

const constantFalse = { get: () => false, subscribe: () => () => undefined };

/**
 * Returns true if a row of a long list is rendered with all its controls. A row that becomes visible during scrolling shows only its text
 * until scrolling ends, unless `hasCaret`. The result never returns to false.
 */
export function useIsFull(isScrolled: ValueStore<boolean>, isRequired: boolean): boolean {
  const [isAlreadyFull, setFull] = useState(() => !isScrolled.get());
  const isMoving = useValue(isAlreadyFull ? constantFalse : isScrolled);
  const isFull = isAlreadyFull || isRequired || !isMoving;
  useEffect(() => {
    if (isFull && !isAlreadyFull) setFull(true);
  }, [isFull, isAlreadyFull]);
  return isFull;
}
