import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { useEditor } from '#web/core/components/use-editor.ts';
import { type ConfigValues, type FormBlock, newBlock, swapEntries, titleFieldOf } from './config-blocks.ts';
import type { mobileConfigsSlice } from './mobile-configs.slice.ts';
import type { OpenBlocks } from './use-open-blocks.ts';

type Editor = ReturnType<typeof useEditor<(typeof mobileConfigsSlice)['declaration'], ConfigValues>>;

/** The element that receives the focus after an edit of the list of blocks. */
interface Focused {
  readonly key: string | undefined;
  /** The first of these elements of the block that exists. */
  readonly selectors: readonly string[];
}

const heading = 'h3';

interface BlockEditsOptions {
  readonly editor: Pick<Editor, 'values' | 'set' | 'update' | 'mark'>;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly openBlocks: Pick<OpenBlocks, 'setOpen'>;
}

/**
 * Returns the edits of the blocks of a form. The added or moved block, or the one after a removed block, is focused, so that the next key
 * applies there. An added block is focused in its search.
 */
export function useBlockEdits({ editor, formRef, openBlocks }: BlockEditsOptions) {
  const { t } = useTranslation();
  const blocks = editor.values.config;
  const [focused, setFocused] = useState<Focused>();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!focused) return;
    const form = formRef.current;
    const block = form?.querySelector(`[data-block="${focused.key}"]`);
    const targets = focused.selectors.map((selector) => block?.querySelector<HTMLElement>(selector));
    const target = targets.find(Boolean) ?? form?.querySelector<HTMLElement>('[data-add-block]');
    target?.focus();
    block?.scrollIntoView({ block: 'nearest' });
  }, [focused, formRef]);

  // The other blocks are open again after a drag, so the dropped one may be out of view.
  const [reordered, setReordered] = useState<readonly FormBlock[]>();
  useEffect(() => {
    if (reordered) document.activeElement?.closest('[data-block]')?.scrollIntoView({ block: 'nearest' });
  }, [reordered]);

  const setBlocks = (next: readonly FormBlock[]) => editor.set('config', next);
  return {
    announcement,
    change(index: number, block: FormBlock) {
      editor.update('config', (before) => before.with(index, block));
      editor.mark(titleFieldOf(block));
    },
    add(index: number) {
      const block = newBlock();
      setBlocks(blocks.toSpliced(index, 0, block));
      openBlocks.setOpen(block.key, true);
      setFocused({ key: block.key, selectors: ['input[type="search"]', heading] });
    },
    remove(index: number) {
      setBlocks(blocks.toSpliced(index, 1));
      const removedBlock = blocks[index];
      if (removedBlock) editor.mark(titleFieldOf(removedBlock));
      setFocused({ key: (blocks[index + 1] ?? blocks[index - 1])?.key, selectors: [heading] });
    },
    move(index: number, step: 1 | -1) {
      setBlocks(swapEntries(blocks, index, step));
      setFocused({ key: blocks[index]?.key, selectors: [`[data-move="${step}"]:enabled`, heading] });
      setAnnouncement(t('mobileConfigs.blockMoved', { position: index + step + 1, count: blocks.length }));
    },
    /** Applies an order by drag and drop or by a typed position. The list focuses and announces the moved block. */
    reorder(next: readonly FormBlock[]) {
      setBlocks(next);
      setReordered(next);
    },
  };
}

export type BlockEdits = ReturnType<typeof useBlockEdits>;
