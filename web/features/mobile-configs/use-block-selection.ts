import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { OpenBlocks } from './use-open-blocks.ts';
import { useScrollSync } from './use-scroll-sync.ts';

interface Selection {
  readonly key: string;
  /** True if the block was chosen in the preview. */
  readonly isFromPreview: boolean;
}

interface BlockSelectionOptions {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly screenRef: RefObject<HTMLElement | null>;
  readonly openBlocks: Pick<OpenBlocks, 'setOpen'>;
  /** Called before a block that was chosen in the preview is focused. */
  readonly onShowBlocks: () => void;
}

/**
 * Returns the key of the block that is marked in the editor and in the preview. A press on a block of the preview opens the block in the
 * editor and focuses it. The preview scrolls to the block that has the focus or was pressed in the editor.
 */
export function useBlockSelection(options: BlockSelectionOptions): string | null {
  const { formRef, screenRef, openBlocks, onShowBlocks } = options;
  const [selection, setSelection] = useState<Selection>();
  const scrollTo = useScrollSync(formRef, screenRef);

  const select = useEffectEvent((target: EventTarget | null, isPress: boolean) => {
    if (!(target instanceof Element) || target.closest('form') !== formRef.current) return;
    const inPreview = target.closest<HTMLElement>('[data-preview-block]')?.dataset['previewBlock'];
    if (inPreview !== undefined && isPress) {
      openBlocks.setOpen(inPreview, true);
      onShowBlocks();
      setSelection({ key: inPreview, isFromPreview: true });
      return;
    }
    const inEditor = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
    if (inEditor !== undefined && inEditor !== selection?.key)
      setSelection({ key: inEditor, isFromPreview: false });
  });
  useEffect(() => {
    const onPress = ({ target }: Event) => select(target, true);
    const onFocus = ({ target }: Event) => select(target, false);
    document.addEventListener('click', onPress);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('click', onPress);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);

  useEffect(() => {
    if (!selection) return;
    const { key, isFromPreview } = selection;
    if (isFromPreview) {
      const block = formRef.current?.querySelector(`[data-block="${key}"]`);
      block?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
      scrollTo('editor', block);
    } else scrollTo('preview', screenRef.current?.querySelector(`[data-preview-block="${key}"]`));
  }, [selection, formRef, screenRef, scrollTo]);

  return selection?.key ?? null;
}
