import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { Endpoint } from '#contract/core/define-resource';
import { limits } from '#contract/core/limits';
import { ClampedText } from '#web/ui/user-text.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import classes from './book-author-field.module.css';
import type { KnownAuthor } from './book-form.ts';
import { useAuthorSearch } from './use-author-search.ts';

const searchDelayMs = 300;

export interface BookAuthorFieldProps {
  /** From `useEditor`. */
  readonly field: {
    readonly name: string;
    readonly value: string;
    readonly error: boolean;
    readonly maxLength?: number;
  };
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

/**
 * The author by name. Any name can be typed, and existing ones are suggested after a pause. No request is sent before typing. The list is
 * rendered inside the dialog, where screen readers find it.
 */
export function BookAuthorField(props: BookAuthorFieldProps) {
  const { field, label, endpoint, newMessage, stored, placeholder, onType, onPick } = props;
  const { t } = useTranslation();
  const [searchText, setSearchText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { authors, isWhole, hasFailed, retry } = useAuthorSearch(searchText, endpoint);
  const suggestions = authors.slice(0, MAX_OPTIONS);
  const isOpened = isOpen && suggestions.length > 0;
  const combobox = useCombobox({ opened: isOpened, onOpenedChange: setOpen });

  // The index of an option selected with the arrow keys can change in a new list.
  const resetSelection = useEffectEvent((index: number) => {
    if (index > 0) combobox.resetSelectedOption();
  });
  useEffect(() => resetSelection(authors.length), [authors]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text === '') setSearchText('');
    else timer.current = setTimeout(() => setSearchText(text), searchDelayMs);
  };
  const type = (name: string) => {
    onType(name);
    setOpen(true);
    search(name.trim().slice(0, limits.maxSearchLength));
  };
  const pick = (id: string) => {
    const author = suggestions.find((suggestion) => String(suggestion.id) === id);
    if (author) onPick({ id: author.id, name: author.name });
    search('');
    setOpen(false);
  };

  const typedName = field.value.trim();
  const key = contributorNameKey(typedName);
  const isKnown = [...authors, ...(stored ? [stored] : [])].some(
    ({ name }) => contributorNameKey(name) === key,
  );
  const isNew = isWhole && typedName === searchText && !isKnown;

  return (
    <div>
      <Combobox store={combobox} withinPortal={false} onOptionSubmit={pick} size="sm">
        <Combobox.Target withExpandedAttribute>
          <TextInput
            {...field}
            label={label ?? t('books.author')}
            placeholder={placeholder}
            aria-autocomplete="list"
            description={isNew ? <output>{newMessage ?? t('books.newAuthor')}</output> : undefined}
            // Beside the label, where it does not cover the list and causes no layout shift.
            classNames={{ root: classes['field'] ?? '', description: classes['hint'] ?? '' }}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => setOpen(false)}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('books.suggestions')} className={classes['options'] ?? ''}>
            {suggestions.map(({ id, name, book_count }) => (
              <Combobox.Option key={id} value={String(id)} className={classes['option'] ?? ''}>
                <span className={classes['name']}>
                  <ClampedText>{name}</ClampedText>
                </span>{' '}
                <span className={classes['count']}>{t('books.authorBooks', { count: book_count })}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {hasFailed && <SearchFailed onRetry={retry} />}
    </div>
  );
}
