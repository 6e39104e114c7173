import { useEffect, useEffectEvent } from 'react';

const stateKey = 'dialog';
let tokens = 0;

/** True while a history entry of a dialog is being removed, since `history.back` is asynchronous. */
let isReturning = false;
const waitingClosers = new Set<() => void>();

const isOwnEntry = (token: string): boolean =>
  (history.state as Record<string, unknown> | null)?.[stateKey] === token;

function hasReturned(): void {
  isReturning = false;
  for (const push of waitingClosers) push();
  waitingClosers.clear();
}

let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  const onArrival = (event: PopStateEvent) => {
    if (!isReturning) return;
    // The router already has this location.
    event.stopImmediatePropagation();
    hasReturned();
  };
  window.addEventListener('popstate', onArrival, { capture: true });
}

/**
 * Handles the browser's Back while `isOpen`: calls `onBack` without navigation. It adds a history entry with the same address for the open
 * component. Closing removes the entry unless the address has changed.
 */
export function useBackButton(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) return undefined;
    listen();
    tokens += 1;
    const token = `${performance.timeOrigin}-${tokens}`;
    const push = () => history.pushState({ ...(history.state as object | null), [stateKey]: token }, '');
    const { pathname } = location;
    const onPop = (event: PopStateEvent) => {
      if (isOwnEntry(token) || location.pathname !== pathname) return;
      event.stopImmediatePropagation();
      push();
      back();
    };
    if (isReturning) waitingClosers.add(push);
    else push();
    window.addEventListener('popstate', onPop, { capture: true });
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true });
      waitingClosers.delete(push);
      if (!isOwnEntry(token)) return;
      isReturning = true;
      // Leaving the screen replaces the entry in the same task.
      setTimeout(() => (isOwnEntry(token) ? history.back() : hasReturned()));
    };
  }, [isOpen]);
}
