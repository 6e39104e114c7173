import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { Endpoint } from '#contract/core/define-resource';
import { NameField, type NameInput } from '#web/ui/name-field.tsx';
import type { KnownAuthor } from './book-form.ts';
import { useAuthorSearch } from './use-author-search.ts';

export interface BookAuthorFieldProps {
  readonly field: NameInput;
  /** The label. Default: the label of a book's author. */
  readonly label?: string;
  /** The list of the suggested people. Default: the authors. */
  readonly endpoint?: Endpoint;
  /** The message for a name that no one has. */
  readonly newMessage?: string;
  /** The stored author of the book. */
  readonly stored: KnownAuthor | undefined;
  readonly placeholder?: string;
  readonly onType: (name: string) => void;
  readonly onPick: (author: KnownAuthor) => void;
}

const MAX_OPTIONS = 10;

/** The author by name. No request is sent before typing. */
export function BookAuthorField(props: BookAuthorFieldProps) {
  const { field, label, endpoint, newMessage, stored, placeholder, onType, onPick } = props;
  const { t } = useTranslation();
  const [searchText, setSearchText] = useState('');
  const { authors, isWhole, hasFailed, retry } = useAuthorSearch(searchText, endpoint);
  const suggestions = useMemo(
    () =>
      authors.slice(0, MAX_OPTIONS).map(({ id, name, book_count }) => ({
        id,
        name,
        detail: t('books.authorBooks', { count: book_count }),
      })),
    [authors, t],
  );

  const typedName = field.value.trim();
  const key = contributorNameKey(typedName);
  const isKnown = [...authors, ...(stored ? [stored] : [])].some(
    ({ name }) => contributorNameKey(name) === key,
  );
  const isNew = isWhole && typedName === searchText && !isKnown;

  return (
    <NameField
      field={field}
      label={label ?? t('books.author')}
      placeholder={placeholder}
      hint={isNew ? (newMessage ?? t('books.newAuthor')) : undefined}
      suggestions={suggestions}
      onSearch={setSearchText}
      hasFailed={hasFailed}
      onRetry={retry}
      onType={onType}
      onPick={({ id, name }) => onPick({ id, name })}
    />
  );
}
