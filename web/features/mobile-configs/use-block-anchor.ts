import { useContext, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { blockAnchor } from '#web/core/lib/record-address.ts';
import { FormContainerContext } from '#web/ui/form-container.ts';
import type { FormBlock } from './config-blocks.ts';
import type { OpenBlocks } from './use-open-blocks.ts';

/** Opens the block in the fragment of the address, such as `#block-2`, and scrolls to it. */
export function useBlockAnchor(blocks: readonly FormBlock[], { setOpen }: Pick<OpenBlocks, 'setOpen'>): void {
  const { hash } = useLocation();
  const { isPage } = useContext(FormContainerContext);
  const open = useEffectEvent((anchor: string) => {
    const block = blocks.find((_block, index) => blockAnchor(index + 1) === anchor);
    if (block) setOpen(block.key, true);
  });
  useEffect(() => {
    const element = isPage && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    if (!element) return;
    open(hash);
    element.scrollIntoView({ block: 'start' });
    element.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  }, [hash, isPage]);
}
