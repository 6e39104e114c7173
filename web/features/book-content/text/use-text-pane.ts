import { useMemo } from 'react';
import { useContentEditor } from '../content-editor-context.ts';
import { createValue, type ValueStore } from '#web/core/lib/value-store.ts';
import { type Caret, createTextEdits, type ParagraphPosition, type TextEdits } from './edit-paragraph.ts';

export interface TextPane {
  readonly edits: TextEdits;
  /** The caret position to set when its paragraph is rendered. */
  readonly caret: ValueStore<Caret | undefined>;
  /** Sets the caret position. */
  readonly goTo: (target: Caret | undefined) => void;
  /** Returns the previous or next paragraph, also of another chapter. */
  readonly beside: (key: string, step: 1 | -1) => ParagraphPosition | undefined;
}

/** Returns the state that the rows of texts share. */
export function useTextPane(): TextPane {
  const contentEditor = useContentEditor();
  return useMemo(() => {
    const caret = createValue<Caret | undefined>(undefined);
    return {
      edits: createTextEdits(contentEditor),
      caret,
      goTo: (target) => caret.set(target),
      beside(key, step) {
        const { chapters } = contentEditor.current();
        const index = chapters.findIndex(({ paragraphs }) =>
          paragraphs.some((paragraph) => paragraph.key === key),
        );
        const own = chapters[index];
        if (!own) return undefined;
        const next = own.paragraphs[own.paragraphs.findIndex((paragraph) => paragraph.key === key) + step];
        if (next) return { chapter: own.key, key: next.key };
        const hasTexts = ({ paragraphs }: (typeof chapters)[number]) => paragraphs.length > 0;
        const other =
          step === 1 ? chapters.slice(index + 1).find(hasTexts) : chapters.slice(0, index).findLast(hasTexts);
        const neighbour = step === 1 ? other?.paragraphs[0] : other?.paragraphs.at(-1);
        return other && neighbour && { chapter: other.key, key: neighbour.key };
      },
    };
  }, [contentEditor]);
}
