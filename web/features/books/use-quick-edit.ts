import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useScreenShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import { type QuickField, type QuickTarget, quickFields } from './quick-fields.ts';

interface QuickEditOptions {
  readonly books: readonly Book[];
  readonly isOffered: boolean;
}

/** Returns the cell that is edited: the double-clicked one, or the author of the focused row (F2). */
export function useQuickEdit({ books, isOffered }: QuickEditOptions) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<QuickTarget>();

  const open = (cell: HTMLElement | null | undefined, field: QuickField | undefined): boolean => {
    const id = Number(cell?.closest<HTMLElement>('[data-record]')?.dataset['record']);
    const book = books.find((item) => item.id === id);
    if (!cell || !book || !field || !isOffered) return false;
    setTarget({ book, field, cell });
    return true;
  };
  const fieldOf = (cell: HTMLElement | null | undefined) =>
    quickFields.find((name) => name === cell?.dataset['edits']);

  useScreenShortcuts(
    isOffered
      ? [
          {
            key: 'F2',
            label: t('books.quickEditKey'),
            run: () =>
              open(
                document.activeElement
                  ?.closest('[data-record]')
                  ?.querySelector<HTMLElement>('[data-edits="author"]'),
                'author',
              ),
          },
        ]
      : [],
  );

  return {
    target,
    close: () => setTarget(undefined),
    onDoubleClick: ({ target: clicked }: MouseEvent) => {
      if (!(clicked instanceof Element) || clicked.closest('button, a, input')) return;
      const cell = clicked.closest<HTMLElement>('[data-edits]');
      if (open(cell, fieldOf(cell))) window.getSelection()?.removeAllRanges();
    },
  };
}
