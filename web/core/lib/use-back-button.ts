import { useEffect, useEffectEvent } from 'react';

const stateKey = 'dialog';
let tokens = 0;

/** True while an entry of ours is being removed: the browser goes back with a delay. */
let isReturning = false;
const waiting = new Set<() => void>();

const isOurs = (token: string): boolean =>
  (history.state as Record<string, unknown> | null)?.[stateKey] === token;

function hasReturned(): void {
  isReturning = false;
  for (const push of waiting) push();
  waiting.clear();
}

let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  const onArrival = (event: PopStateEvent) => {
    if (!isReturning) return;
    // The router already stands where this leads.
    event.stopImmediatePropagation();
    hasReturned();
  };
  window.addEventListener('popstate', onArrival, { capture: true });
}

/**
 * While `isOpen`, the browser's Back is for what is open: it calls `onBack` and leads nowhere else. An entry of the history,
 * at the same address, stands for what is open; it goes when that closes, unless the address has changed meanwhile.
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
      if (isOurs(token) || location.pathname !== pathname) return;
      event.stopImmediatePropagation();
      push();
      back();
    };
    if (isReturning) waiting.add(push);
    else push();
    window.addEventListener('popstate', onPop, { capture: true });
    return () => {
      window.removeEventListener('popstate', onPop, { capture: true });
      waiting.delete(push);
      if (!isOurs(token)) return;
      isReturning = true;
      // Leaving the screen replaces the entry in the same turn.
      setTimeout(() => (isOurs(token) ? history.back() : hasReturned()));
    };
  }, [isOpen]);
}
