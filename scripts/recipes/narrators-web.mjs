/* The files of the example resource in the web application. */

export const slice = `import { narrators } from '#contract/narrators/narrators';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const narratorsSlice = createResourceSlice(narrators);
`;

export const messages = `export const messages = {
  heading: 'Narrators',
  add: 'Add Narrator',
  search: 'Search by name...',
  id: 'ID',
  name: 'Name',
  actions: 'Actions',
  edit: 'Edit {{name}}',
  delete: 'Delete {{name}}',
  deleteQuestion: 'Are you sure you want to delete this narrator?',
  emptyTitle: 'No narrators found',
  emptyText: 'No narrators match this search.',
  createTitle: 'Add Narrator',
  editTitle: 'Edit Narrator',
  save: 'Save',
} as const;
`;

export const screen = `import { IconMicrophone } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Narrator } from '#contract/narrators/narrators';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { RecordMenu } from '#web/core/components/record-menu.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { useDelete } from '#web/core/components/use-delete.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { NarratorDialog } from './narrator-dialog.tsx';
import { narratorsSlice } from './narrators.slice.ts';

export function NarratorsScreen() {
  const { t } = useTranslation();
  const { query, change, goTo } = useListQuery({ search: '' });
  const list = useResourceList(narratorsSlice, query, goTo);
  const views = useAddressViews('narrators', ['search']);
  const canEdit = useCanEdit('narrators');
  const canDelete = useCanDelete('narrators');
  const [edited, setEdited] = useState<EditorTarget<Narrator>>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const onSaved = (message: string) => {
    toast('success', message);
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation } = useDelete(narratorsSlice, {
    confirmation: t('narrators.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
  });
  useOpenFromAddress('narrators', () => canEdit && setEdited({ item: undefined }));
  const label = {
    id: t('narrators.id'),
    name: t('narrators.name'),
    actions: t('narrators.actions'),
  };
  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('narrators.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('narrators.add'), onClick: () => setEdited({ item: undefined }) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="narrators" query={list.query} />}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('narrators.search')}
            onSearch={(search) => change({ search })}
          />
        }
      />
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        onCorrect={(search) => change({ search })}
        empty={
          <EmptyState
            icon={<IconMicrophone />}
            title={t('narrators.emptyTitle')}
            text={t('narrators.emptyText')}
          />
        }
      >
        <DataTable columns={label} rowsFrom={40}>
          {list.items.map((narrator) => {
            const { id, name } = narrator;
            return (
              <DataRow key={id}>
                <DataCell label={label.id} kind="id">
                  {id}
                </DataCell>
                <DataCell label={label.name} kind="title">
                  <RecordLink kind="narrators" id={id}>
                    {name}
                  </RecordLink>
                </DataCell>
                <DataCell label={label.actions} kind="actions">
                  {canEdit && (
                    <EditAction
                      label={t('narrators.edit', { name })}
                      onClick={() => setEdited({ item: narrator })}
                    />
                  )}
                  {canDelete && (
                    <DeleteAction
                      label={t('narrators.delete', { name })}
                      deletion={deletionOf(narrator)}
                      onClick={() => void remove(narrator)}
                    />
                  )}
                  <RecordMenu record={{ kind: 'narrators', id, name }} />
                </DataCell>
              </DataRow>
            );
          })}
        </DataTable>
      </PagedList>
      <ReferencesDialog {...referencesConfirmation} />
      <NarratorDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => onSaved(narratorsSlice.declaration.messages[isNew ? 'created' : 'updated'])}
      />
    </ListSettingsContext>
  );
}
`;

export const dialog = `import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Narrator, narrators } from '#contract/narrators/narrators';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { textFields } from '#web/core/lib/plain-texts.ts';
import { narratorsSlice } from './narrators.slice.ts';

interface NarratorDialogProps {
  readonly target: EditorTarget<Narrator> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function NarratorDialog(props: NarratorDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog {...props} title={(isNew) => t(isNew ? 'narrators.createTitle' : 'narrators.editTitle')}>
      {(form) => <NarratorForm form={form} />}
    </EditorDialog>
  );
}

const texts = textFields(narrators);

export function NarratorForm({ form }: { readonly form: EditorForm<Narrator> }) {
  const { t } = useTranslation();
  const { formRef, submit, ...editor } = useEditor(narratorsSlice, form, {
    initial: texts.of,
    showsErrorsInFields: true,
  });
  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      onSubmit={() => void submit(texts.trimmed(editor.values))}
      submit={t('narrators.save')}
    >
      <TextInput {...editor.text('name')} label={t('narrators.name')} withAsterisk data-autofocus />
    </EditorFields>
  );
}
`;

export const page = `import { useTranslation } from 'react-i18next';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { NarratorForm } from './narrator-dialog.tsx';
import { narratorsSlice } from './narrators.slice.ts';

export function NarratorPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={narratorsSlice}
      heading={t('narrator.heading')}
      summary={({ name }) => ({ name })}
      renderForm={(form) => <NarratorForm form={form} />}
    />
  );
}
`;

export const webModule = `import { IconMicrophone } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './narrators.messages.ts';
import { narratorsSlice } from './narrators.slice.ts';

export const narratorsModule: Module<typeof messages> = {
  path: '/narrators',
  messages,
  slice: narratorsSlice,
  navigation: { group: 'catalogue', icon: IconMicrophone },
  screen: async () => (await import('./narrators-screen.tsx')).NarratorsScreen,
  help: 'contributors',
};

/** The page of one record. */
export const narratorModule: Module<{ readonly heading: 'Narrator' }> = {
  path: '/narrators/:id',
  messages: { heading: 'Narrator' },
  screen: async () => (await import('./narrator-page.tsx')).NarratorPage,
  help: 'record',
};
`;
