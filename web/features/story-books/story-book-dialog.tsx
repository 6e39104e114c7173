import { Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import type { StoryBook } from '#contract/resources/story-books';
import { storyBooksSlice } from '../../store/slices.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../widgets/editor-dialog.tsx';
import { useEditor } from '../../widgets/use-editor.ts';
import { ItemsTable } from './items-table.tsx';
import classes from './story-items.module.css';
import { faultsOf, fieldOf, type StoryRow, toItems } from './story-items.ts';
import { useStoryRows } from './use-story-rows.ts';

export interface StoryBookDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
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
      size="76rem"
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <StoryBookForm form={form} isOpen={target !== undefined} />}
    </EditorDialog>
  );
}

const noItems: StoryBook['story_items'] = [];

interface StoryBookFormProps {
  readonly form: EditorForm<StoryBook>;
  /** Until its dialog begins to close. */
  readonly isOpen: boolean;
}

function StoryBookForm({ form, isOpen }: StoryBookFormProps) {
  const { item: storyBook } = form;
  const { t } = useTranslation();
  const [title, setTitle] = useState(storyBook?.title ?? '');
  const [description, setDescription] = useState(storyBook?.description ?? '');
  const sent = useRef<readonly StoryRow[]>([]);
  const { formRef, ...editor } = useEditor(storyBooksSlice, form, {
    fieldOf: (name) => fieldOf(name, sent.current),
  });
  const { errors, saving, mend } = editor;
  const { rows, progress, actions } = useStoryRows(storyBook?.story_items ?? noItems, isOpen, mend);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    sent.current = rows;
    void editor.submit(
      { title: title.trim(), description: description.trim(), story_items: toItems(rows) },
      faultsOf(title, rows, errors),
    );
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <TextInput
            name="title"
            label={t('storyBooks.title')}
            withAsterisk
            data-autofocus
            maxLength={limits.maxNameLength}
            value={title}
            error={errors['title'] !== undefined}
            onChange={({ currentTarget: { value } }) => {
              setTitle(value);
              mend('title');
            }}
          />
          <Textarea
            name="description"
            label={t('storyBooks.description')}
            rows={2}
            maxLength={limits.maxDescriptionLength}
            value={description}
            error={errors['description'] !== undefined}
            onChange={({ currentTarget: { value } }) => {
              setDescription(value);
              mend('description');
            }}
          />
          <ItemsTable rows={rows} progress={progress} actions={actions} faults={errors} />
        </fieldset>
        <FormFoot
          saving={saving}
          submit={t('storyBooks.save')}
          busy={t('storyBooks.saving')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
