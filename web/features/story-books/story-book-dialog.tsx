import { Textarea, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryBook } from '#contract/story-books/story-books';
import { storyBooksSlice } from './story-books.slice.ts';
import { extraLarge } from '#web/ui/dialog-sizes.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { ItemsTable } from './items-table.tsx';
import classes from './story-items.module.css';
import { fieldOf, restoreStoryValues, rowErrors, type StoryRow, toPayload, toValues } from './story-items.ts';
import { useStoryRows } from './use-story-rows.ts';

export interface StoryBookDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<StoryBook> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function StoryBookDialog({ target, onClose, onSaved }: StoryBookDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'storyBooks.createTitle' : 'storyBooks.editTitle')}
      size={extraLarge}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <StoryBookForm form={form} isOpen={target !== undefined} />}
    </EditorDialog>
  );
}

interface StoryBookFormProps {
  readonly form: EditorForm<StoryBook>;
  /** False once the dialog starts to close. */
  readonly isOpen: boolean;
}

export function StoryBookForm({ form, isOpen }: StoryBookFormProps) {
  const { t } = useTranslation();
  const { formRef, submit, values, errors, mark, update, ...editor } = useEditor(storyBooksSlice, form, {
    initial: toValues,
    restoreValues: restoreStoryValues,
    fieldOf,
  });
  const setRows = useCallback((rows: readonly StoryRow[]) => update('story_items', () => rows), [update]);
  const { progress, actions } = useStoryRows(values.story_items, { isOpen, setRows, onEdited: mark });

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      group={classes['fields'] ?? ''}
      onSubmit={() => void submit(toPayload(values), rowErrors(values.story_items, errors))}
      submit={t('storyBooks.save')}
      busy={t('storyBooks.saving')}
    >
      <TextInput {...editor.text('title')} label={t('storyBooks.title')} withAsterisk data-autofocus />
      <Textarea {...editor.text('description')} label={t('storyBooks.description')} rows={2} />
      <ItemsTable rows={values.story_items} progress={progress} actions={actions} errors={errors} />
    </EditorFields>
  );
}
