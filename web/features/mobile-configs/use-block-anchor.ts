import { useContext, useEffect } from 'react';
import { useLocation } from 'react-router';
import { FormContainerContext } from '#web/ui/form-place.ts';

/** Scrolls to the block in the fragment of the address, such as `#block-2`. */
export function useBlockAnchor(): void {
  const { hash } = useLocation();
  const { isPage } = useContext(FormContainerContext);
  useEffect(() => {
    const block = isPage && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    block?.scrollIntoView({ block: 'start' });
    block?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  }, [hash, isPage]);
}
