import { useMemo } from 'react';
import type { HomeBlock } from '#contract/mobile-home/mobile-home';
import type { FormBlock } from './config-blocks.ts';
import { HomePhone, type HomePhoneProps } from './home-preview.tsx';

interface BlocksPhoneProps extends Pick<HomePhoneProps, 'heading' | 'fillsPhones'> {
  readonly blocks: readonly HomeBlock[];
}

/** Shows the blocks of a home screen that the server returned. They cannot be edited. */
export function BlocksPhone({ blocks, ...phone }: BlocksPhoneProps) {
  const formBlocks = useMemo(
    () =>
      blocks.map(
        ({ title, type }, index): FormBlock => ({ key: String(index), title, type, selections: {} }),
      ),
    [blocks],
  );
  const preview = useMemo(
    () => ({
      ofBlock: ({ key }: FormBlock) => ({ cards: blocks[Number(key)]?.cards ?? [], issues: [] }),
      imageOf: () => undefined,
      issues: [],
      hasFailed: false,
      refetch: () => undefined,
    }),
    [blocks],
  );
  return <HomePhone {...phone} blocks={formBlocks} preview={preview} />;
}
