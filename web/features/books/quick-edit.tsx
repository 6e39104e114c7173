import { Button, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageLabel } from '#contract/core/languages';
import { type Book, books } from '#contract/books/books';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { CategoryFields } from '#web/core/components/category-fields.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { useSave } from '#web/core/components/use-save.ts';
import { BookAuthorField } from './book-author-field.tsx';
import { fallbackAuthorId, toAuthor, toFormValues } from './book-form.ts';
import { booksSlice } from './books.slice.ts';
import type { QuickTarget } from './quick-fields.ts';

export interface QuickEditProps {
  readonly target: QuickTarget;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  readonly onSaved: (message: string) => void;
}

/** Edits author, category and language of a book in the list. Only changed fields are sent. */
export function QuickEdit({ target, options, onClose, onSaved }: QuickEditProps) {
  const { book, field, cell } = target;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [position] = useState(() => cell.getBoundingClientRect());
  const close = () => {
    onClose();
    // Runs after the focus trap is removed. The row may have been rendered again.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-record="${book.id}"]`)?.focus());
  };
  const { isLoading } = options;
  useLayoutEffect(() => {
    const input = form.current?.querySelector<HTMLElement>(`[name="${field}"]`);
    // The focus trap focuses the marked input. A select that waits for its options is focused when they are loaded.
    input?.setAttribute('data-autofocus', 'true');
    if (isLoading) return;
    input?.focus();
    // The author is usually typed again.
    if (input instanceof HTMLInputElement) input.select();
  }, [field, isLoading]);
  return (
    <Popover
      opened
      onChange={(isOpen) => {
        if (!isOpen) close();
      }}
      position="bottom-start"
      width={320}
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span
          aria-hidden="true"
          style={{
            position: 'fixed',
            pointerEvents: 'none',
            left: position.left,
            top: position.top,
            width: position.width,
            height: position.height,
          }}
        />
      </Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element */}
      <Popover.Dropdown role="dialog" aria-label={t('books.quickEdit', { name: book.name })}>
        <QuickForm formRef={form} book={book} options={options} onClose={close} onSaved={onSaved} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface QuickFormProps extends Pick<QuickEditProps, 'options' | 'onClose' | 'onSaved'> {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly book: Book;
}

function QuickForm({ formRef, book, options, onClose, onSaved }: QuickFormProps) {
  const { t } = useTranslation();
  const settings = useAppSelector(selectSettings);
  const [fallbackId] = useState(() => fallbackAuthorId(book));
  const [initial] = useState(() => toFormValues(book, settings));
  const { values, errors, setErrors, set, input } = useFormValues(() => initial);
  const { saving, save } = useSave(booksSlice, book);
  const [problem, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    const isChanged = (field: keyof typeof values) => values[field] !== initial[field];
    const { category_code, sub_category_code } = values;
    const changes = {
      ...(isChanged('author') && {
        author: toAuthor(values.author, {
          knownAuthors: [values.picked_author, book.author],
          providerName: settings.provider_name,
          fallbackId,
        }),
      }),
      ...((isChanged('category_code') || isChanged('sub_category_code')) && {
        category_code,
        sub_category_code,
      }),
      ...(isChanged('language') && { language: Number(values.language) }),
    };
    if (Object.keys(changes).length === 0) return onClose();
    const inputErrors = schemaErrors(books.update, { id: book.id, ...changes });
    setErrors(inputErrors);
    setError(undefined);
    if (Object.keys(inputErrors).length > 0) return undefined;
    const outcome = await save(changes);
    if ('apiError' in outcome) return setError(outcome.apiError.message);
    onClose();
    return onSaved(booksSlice.declaration.messages.updated);
  };

  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="xs">
        <FormAlert messages={problem === undefined ? Object.values(errors) : [problem]} />
        <BookAuthorField
          field={input('author')}
          stored={book.author}
          placeholder={settings.provider_name}
          onType={(name) => set('author', name)}
          onPick={(author) => {
            set('author', author.name);
            set('picked_author', author);
          }}
        />
        <CategoryFields stored={book} options={options} editor={{ values, choice: input, set }} />
        <NativeSelect
          {...input('language')}
          label={t('books.language')}
          data={withCurrentOption(
            settings.languages
              .filter(({ is_offered }) => is_offered)
              .map(({ code, label }) => ({ value: String(code), label })),
            values.language,
            languageLabel(values.language),
          )}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={saving !== undefined}>
            {t(saving ? 'books.updating' : 'books.update')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
