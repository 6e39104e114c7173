import { Text, Textarea, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import type { Challenge } from '#contract/challenges/challenges';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';
import { challengesSlice } from './challenges.slice.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { extraLarge } from '#web/ui/dialog-sizes.ts';
import { BookRows, type BookRowsProps } from '#web/core/components/book-picker/book-rows.tsx';
import { BookSearch } from '#web/core/components/book-picker/book-search.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import classes from './challenge-dialog.module.css';
import {
  type ChallengeValues,
  type DayBook,
  fieldOf,
  followingDays,
  renumberBooks,
  toPayload,
  toValues,
  withBook,
} from './challenge-form.ts';

export interface ChallengeDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Challenge> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function ChallengeDialog({ target, onClose, onSaved }: ChallengeDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'challenges.createTitle' : 'challenges.editTitle')}
      size={extraLarge}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <ChallengeForm form={form} />}
    </EditorDialog>
  );
}

type ChangeBooks = BookRowsProps<DayBook>['onChange'];

const codeOf = ({ book_code }: DayBook) => book_code;

export function ChallengeForm({ form }: { readonly form: EditorForm<Challenge> }) {
  const { item: challenge } = form;
  const { t } = useTranslation();
  const toast = useToast();
  const { formRef, submit, values, update, ...editor } = useEditor(challengesSlice, form, {
    initial: toValues,
    fieldOf,
    onFailed: (message) => toast('error', message),
  });
  const { error: imageError, ...image } = editor.file('image');
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  /** The number of days while the user has not typed one. It then follows the number of books. */
  const initialDayCount = useRef(values.day_count);
  const changeBooks: ChangeBooks = useCallback(
    (change) => {
      const before = latest.current;
      const items = renumberBooks(change(before.items));
      const isTyped = before.day_count !== initialDayCount.current;
      const day_count = isTyped ? before.day_count : followingDays(before, items);
      if (!isTyped) initialDayCount.current = day_count;
      latest.current = { ...before, items, day_count };
      update('items', () => items);
      if (day_count !== before.day_count) update('day_count', () => day_count);
    },
    [update],
  );

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      group={classes['fields'] ?? ''}
      onSubmit={() => void submit(toPayload(values))}
      submit={t('challenges.save')}
      busy={t('challenges.saving')}
      isIncomplete={values.items.length === 0}
    >
      <div className={classes['about']}>
        <div className={classes['column']}>
          <TextInput {...editor.text('title')} label={t('challenges.title')} required data-autofocus />
          <Textarea {...editor.text('description')} label={t('challenges.description')} required rows={4} />
        </div>
        <div className={classes['column']}>
          <NumberField
            {...editor.number('day_count')}
            label={t('challenges.duration')}
            required
            min={limits.minChallengeDays}
          />
          <ImageField
            {...image}
            label={t('challenges.image')}
            stored={challenge?.thumbnail_url ?? challenge?.image}
            error={imageError !== undefined}
          />
        </div>
      </div>
      <BookSearch
        selected={values.items.map(codeOf)}
        onAdd={(book) => changeBooks((before) => withBook(before, book))}
      />
      <BookRows books={values.items} codeOf={codeOf} onChange={changeBooks} prefix={t('challenges.day')} />
      <DaysHint values={values} />
    </EditorFields>
  );
}

/** A hint if the numbers of days and books differ, which is rarely intended. */
function DaysHint({ values: { day_count, items } }: { readonly values: ChallengeValues }) {
  const { t } = useTranslation();
  const days = toWholeNumber(day_count);
  const books = items.length;
  if (days < limits.minChallengeDays || books === 0 || books === days) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(books < days ? 'challenges.daysWithoutBook' : 'challenges.booksWithoutDay', { books, count: days })}
    </Text>
  );
}
