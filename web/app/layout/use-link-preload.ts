import { useEffect } from 'react';
import { isRestingPointer } from '#web/core/lib/resting-pointer.ts';
import { findScreen } from '../screens.ts';

const links = 'a[href^="/"]';

/** Loads the code of a screen when a link to it, or its row in a list, is hovered or focused. It is then available when it is opened. */
export function useLinkPreload(): void {
  useEffect(() => {
    const onPointerOrFocus = (event: Event) => {
      if (isRestingPointer(event)) return;
      const { target } = event;
      const near = target instanceof Element ? target.closest(`${links}, [data-row]`) : null;
      const link = near?.matches(links) ? near : near?.querySelector(links);
      if (link instanceof HTMLAnchorElement) findScreen(link.pathname)?.preload();
    };
    const types = ['pointerover', 'focusin'] as const;
    for (const type of types) document.addEventListener(type, onPointerOrFocus);
    return () => {
      for (const type of types) document.removeEventListener(type, onPointerOrFocus);
    };
  }, []);
}
