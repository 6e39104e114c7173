import { useEffect, useEffectEvent } from 'react';

/**
 * Loads the code of what buttons of the screen open, once one of them is pointed at or has the focus: when it is pressed, the
 * code is there. What could not be loaded is loaded again by whoever needs it.
 */
export function usePreload(load: () => Promise<unknown>): void {
  const start = useEffectEvent(() => void load().catch(() => undefined));
  useEffect(() => {
    const types = ['pointerover', 'focusin'] as const;
    const stop = () => {
      for (const type of types) document.removeEventListener(type, onNear);
    };
    const onNear = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('main :is(button, [data-row])')) return;
      stop();
      start();
    };
    for (const type of types) document.addEventListener(type, onNear);
    return stop;
  }, []);
}
