import { useEffect, useEffectEvent } from 'react';
import { isRestingPointer } from './resting-pointer.ts';

/**
 * Preloads code once a button of the screen is hovered or focused, before it is pressed. After an error the code is loaded when it is
 * needed.
 */
export function usePreload(load: () => Promise<unknown>): void {
  const start = useEffectEvent(() => void load().catch(() => undefined));
  useEffect(() => {
    const types = ['pointerover', 'focusin'] as const;
    const stop = () => {
      for (const type of types) document.removeEventListener(type, onPointerOrFocus);
    };
    const onPointerOrFocus = (event: Event) => {
      if (isRestingPointer(event)) return;
      const { target } = event;
      if (!(target instanceof Element) || !target.closest('main :is(button, [data-row])')) return;
      stop();
      start();
    };
    for (const type of types) document.addEventListener(type, onPointerOrFocus);
    return stop;
  }, []);
}
