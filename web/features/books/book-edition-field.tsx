import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Book, books } from '#contract/books/books';
import type { ApiClient } from '#web/core/api/client.ts';
import { RecordPicker } from '#web/core/components/record-picker.tsx';
import { searchBooks } from '#web/core/components/record-searches.ts';
import classes from '#web/ui/form.module.css';
import type { FirstEdition } from './book-form.ts';

/** The functions of `useEditor`. */
export interface EditionEditor {
  readonly values: { readonly edition_of: FirstEdition };
  readonly set: (name: 'edition_of', value: FirstEdition) => void;
}

export interface BookEditionFieldProps {
  readonly editor: EditionEditor;
  readonly stored: Book | undefined;
  readonly isInvalid: boolean;
}

/** The first edition of the work of a book. */
export function BookEditionField({ editor, stored, isInvalid }: BookEditionFieldProps) {
  const { t } = useTranslation();
  const { code, name } = editor.values.edition_of;
  const ownCode = stored?.code;
  const search = useCallback(
    async (client: ApiClient, text: string, signal: AbortSignal) =>
      (await searchBooks(client, text, signal)).filter(({ value }) => value !== ownCode),
    [ownCode],
  );
  return (
    <RecordPicker
      className={classes['wide'] ?? ''}
      label={t('books.firstEdition')}
      description={t('books.firstEditionHint')}
      search={search}
      attemptedAction={books.messages.fetchFailed}
      value={code === '' ? undefined : code}
      valueLabel={name}
      isClearable
      isInvalid={isInvalid}
      onChange={(option) =>
        editor.set('edition_of', { code: option?.value ?? '', name: option?.label ?? '' })
      }
    />
  );
}
