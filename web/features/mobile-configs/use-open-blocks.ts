import { useState } from 'react';
import type { FormBlock } from './config-blocks.ts';

interface OpenBlocksOptions {
  readonly blocks: readonly FormBlock[];
  /** Returns true for a block with a validation error. */
  readonly isInvalid: (block: FormBlock) => boolean;
  /** The number of attempts to save. */
  readonly attempts: number;
}

/** Returns which blocks of a form are open: initially all. Each attempt to save opens the blocks with errors. */
export function useOpenBlocks({ blocks, isInvalid, attempts }: OpenBlocksOptions) {
  const allKeys = blocks.map(({ key }) => key);
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(() => new Set(allKeys));
  const invalidKeys = blocks.filter(isInvalid).map(({ key }) => key);
  const errorState = `${attempts} ${invalidKeys.join(' ')}`;
  const [handledState, setHandledState] = useState(errorState);
  if (errorState !== handledState) {
    setHandledState(errorState);
    setOpenKeys(new Set([...openKeys, ...invalidKeys]));
  }
  const setOpen = (key: string, isOpen: boolean) =>
    setOpenKeys(
      (before) => new Set([...before].filter((other) => other !== key).concat(isOpen ? [key] : [])),
    );
  return {
    isOpen: ({ key }: FormBlock) => openKeys.has(key),
    setOpen,
    setAllOpen: (isOpen: boolean) => setOpenKeys(new Set(isOpen ? allKeys : [])),
  };
}

export type OpenBlocks = ReturnType<typeof useOpenBlocks>;
