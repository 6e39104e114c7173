import { useState } from 'react';
import type { Book } from '#contract/books/books';
import { AddTo } from '#web/core/components/add-to/add-to.tsx';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { createIdleComponent } from '#web/core/lib/lazy-component.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useT } from '#web/ui/use-t.ts';

const ExportMenuItems = createIdleComponent(
  async () => (await import('./export-menu-items.tsx')).ExportMenuItems,
);

/** Further actions of a book: content editor, references and downloads. */
export function ExportMenu({ book }: { readonly book: Book }) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [target, setTarget] = useState<AddTarget>();
  const { id, name, code } = book;
  const label = t('ui.moreOf', { name });
  return (
    <>
      <RowMenu label={isBusy ? `${label}: ${t('books.exporting')}` : label} isBusy={isBusy}>
        {() => <ExportMenuItems book={book} setBusy={setBusy} onAddTo={setTarget} />}
      </RowMenu>
      <AddTo added={{ kind: 'books', id, name, code }} target={target} onClose={() => setTarget(undefined)} />
    </>
  );
}
