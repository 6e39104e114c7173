import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { MAX_IMPRINTS, type Publisher } from '#contract/publishers/publishers';
import { EditorDialog, type EditorForm } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { OrderedRows } from '#web/core/components/ordered-rows.tsx';
import type { ResourceDialogProps } from '#web/core/components/resource-list/resource-screen.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import classes from '#web/ui/form.module.css';
import { ImageField } from '#web/ui/image-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { fieldOf, type ImprintRow, newImprintRow, toPayload, toValues } from './publisher-form.ts';
import { publishersSlice } from './publishers.slice.ts';

export function PublisherDialog(props: ResourceDialogProps<Publisher>) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      {...props}
      title={(isNew) => t(isNew ? 'publishers.createTitle' : 'publishers.editTitle')}
      size="lg"
    >
      {(form) => <PublisherForm form={form} />}
    </EditorDialog>
  );
}

export function PublisherForm({ form }: { readonly form: EditorForm<Publisher> }) {
  const { item } = form;
  const { t } = useTranslation();
  const toast = useToast();
  const { formRef, submit, values, errors, ...editor } = useEditor(publishersSlice, form, {
    initial: toValues,
    fieldOf,
    onFailed: (message) => toast('error', message),
  });
  const { error: imageError, ...image } = editor.file('image');

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      group={classes['fields'] ?? ''}
      onSubmit={() => void submit(toPayload(values))}
      submit={t('publishers.save')}
      busy={t('publishers.saving')}
    >
      <TextInput {...editor.text('name')} label={t('publishers.name')} withAsterisk data-autofocus />
      <TextInput
        {...editor.text('website')}
        type="url"
        label={t('publishers.website')}
        description={t('publishers.websiteHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Textarea
        {...editor.text('description')}
        className={classes['wide'] ?? ''}
        label={t('publishers.description')}
        rows={3}
      />
      <ImprintsField
        rows={values.imprints}
        isInvalid={errors['imprints'] !== undefined}
        onChange={(rows) => editor.set('imprints', rows)}
      />
      <ImageField
        {...image}
        label={t('publishers.image')}
        stored={item?.thumbnail_url ?? item?.image}
        error={imageError !== undefined}
      />
    </EditorFields>
  );
}

interface ImprintsFieldProps {
  readonly rows: readonly ImprintRow[];
  readonly isInvalid: boolean;
  readonly onChange: (rows: readonly ImprintRow[]) => void;
}

function ImprintsField({ rows, isInvalid, onChange }: ImprintsFieldProps) {
  const { t } = useTranslation();
  return (
    <OrderedRows
      rows={rows}
      isInvalid={isInvalid}
      maxRows={MAX_IMPRINTS}
      texts={{
        legend: t('publishers.imprints'),
        empty: t('publishers.noImprints'),
        add: t('publishers.addImprint'),
        moveUp: (position) => t('publishers.moveImprintUp', { position }),
        moveDown: (position) => t('publishers.moveImprintDown', { position }),
        remove: (position) => t('publishers.removeImprint', { position }),
        moved: (name, position) => t('publishers.imprintMoved', { name, position, count: rows.length }),
      }}
      newRow={newImprintRow}
      onChange={onChange}
    >
      {({ name }, { position, change }) => (
        <TextInput
          aria-label={t('publishers.imprintName', { position })}
          value={name}
          maxLength={limits.maxNameLength}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
    </OrderedRows>
  );
}
