import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import type { Series, SeriesBook } from '#contract/series/series';
import { BookRows, type BookRowsProps } from '#web/core/components/book-picker/book-rows.tsx';
import { BookSearch } from '#web/core/components/book-picker/book-search.tsx';
import { EditorDialog, type EditorForm } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import type { ResourceDialogProps } from '#web/core/components/resource-list/resource-screen.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { extraLarge } from '#web/ui/dialog-sizes.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import classes from './series-dialog.module.css';
import { fieldOf, renumberBooks, toPayload, toValues, withBook, withPosition } from './series-form.ts';
import { seriesSlice } from './series.slice.ts';

export function SeriesDialog(props: ResourceDialogProps<Series>) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      {...props}
      title={(isNew) => t(isNew ? 'series.createTitle' : 'series.editTitle')}
      size={extraLarge}
    >
      {(form) => <SeriesForm form={form} />}
    </EditorDialog>
  );
}

type ChangeBooks = BookRowsProps<SeriesBook>['onChange'];

const codeOf = ({ code }: SeriesBook) => code;

export function SeriesForm({ form }: { readonly form: EditorForm<Series> }) {
  const { item } = form;
  const { t } = useTranslation();
  const toast = useToast();
  const { formRef, submit, values, update, ...editor } = useEditor(seriesSlice, form, {
    initial: toValues,
    fieldOf,
    onFailed: (message) => toast('error', message),
  });
  const { error: imageError, ...image } = editor.file('image');
  const changeBooks: ChangeBooks = (change) => update('books', change);

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      group={classes['fields'] ?? ''}
      onSubmit={() => void submit(toPayload(values))}
      submit={t('series.save')}
      busy={t('series.saving')}
    >
      <div className={classes['about']}>
        <Stack gap="sm">
          <TextInput {...editor.text('title')} label={t('series.title')} withAsterisk data-autofocus />
          <Textarea {...editor.text('description')} label={t('series.description')} rows={3} />
          <Checkbox
            label={t('series.isOrdered')}
            description={t('series.isOrderedHint')}
            checked={values.is_ordered}
            onChange={({ currentTarget: { checked } }) => editor.set('is_ordered', checked)}
          />
        </Stack>
        <ImageField
          {...image}
          label={t('series.image')}
          stored={item?.thumbnail_url ?? item?.image}
          error={imageError !== undefined}
        />
      </div>
      <BookSearch
        selected={values.books.map(codeOf)}
        onAdd={(book) => changeBooks((before) => withBook(before, book, values.is_ordered))}
      />
      <BookRows
        books={values.books}
        codeOf={codeOf}
        onChange={changeBooks}
        extra={{
          label: t('series.position'),
          renderCell: ({ code, name, position }) => (
            <TextInput
              size="xs"
              aria-label={t('series.positionOf', { name })}
              placeholder={t('series.position')}
              maxLength={limits.maxSeriesPositionLength}
              value={position}
              onChange={({ currentTarget: { value } }) =>
                changeBooks((before) => withPosition(before, code, value))
              }
            />
          ),
        }}
      />
      {values.is_ordered && values.books.length > 1 && (
        <Button
          className={classes['renumber'] ?? ''}
          variant="default"
          size="compact-sm"
          leftSection={<IconListNumbers size={16} stroke={1.7} aria-hidden="true" />}
          data-tooltip={t('series.renumberHint')}
          onClick={() => changeBooks(renumberBooks)}
        >
          {t('series.renumber')}
        </Button>
      )}
    </EditorFields>
  );
}
