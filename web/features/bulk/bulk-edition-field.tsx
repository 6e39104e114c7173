import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { books } from '#contract/books/books';
import { RecordPicker } from '#web/core/components/record-picker.tsx';
import { searchBooks } from '#web/core/components/record-searches.ts';
import { fromChanges } from './bulk-changes.ts';

const actions = ['link', 'remove'] as const;
type Action = (typeof actions)[number];

/** The first edition of the work to which the books will belong, or their removal from their works. */
export function BulkEditionField({ onChange }: { readonly onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>('link');
  const [code, setCode] = useState<string>();
  const change = (nextAction: Action, nextCode: string | undefined) => {
    setAction(nextAction);
    setCode(nextCode);
    const edition_of = nextAction === 'remove' ? '' : nextCode;
    onChange(edition_of === undefined ? undefined : fromChanges({ edition_of }));
  };
  return (
    <>
      <NativeSelect
        label={t('books.select.action')}
        data-autofocus
        value={action}
        data={actions.map((value) => ({ value, label: t(`books.select.editionActions.${value}`) }))}
        onChange={({ currentTarget }) => change(currentTarget.value === 'remove' ? 'remove' : 'link', code)}
      />
      {action === 'link' && (
        <RecordPicker
          label={t('books.select.firstEdition')}
          description={t('books.select.firstEditionHint')}
          search={searchBooks}
          attemptedAction={books.messages.fetchFailed}
          value={code}
          onChange={(option) => change('link', option?.value)}
        />
      )}
    </>
  );
}
