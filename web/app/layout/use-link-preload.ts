import { useEffect } from 'react';
import { findScreen } from '../screens.ts';

/** Loads the code of a screen once a link to it is pointed at or has the focus: when it is pressed, the code is there. */
export function useLinkPreload(): void {
  useEffect(() => {
    const onPointerOrFocus = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('main a[href^="/"]') : null;
      if (link instanceof HTMLAnchorElement) findScreen(link.pathname)?.preload();
    };
    const types = ['pointerover', 'focusin'] as const;
    for (const type of types) document.addEventListener(type, onPointerOrFocus);
    return () => {
      for (const type of types) document.removeEventListener(type, onPointerOrFocus);
    };
  }, []);
}
