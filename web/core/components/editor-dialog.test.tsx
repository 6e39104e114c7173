import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { Collection } from '#contract/collections/collections';
import { collectionsSlice } from '#web/features/collections/collections.slice.ts';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { sessionEnded, sessionSynced } from '#web/core/store/session-actions.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { EditorAlert } from './editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from './editor-dialog.tsx';
import { useEditor } from './use-editor.ts';

const path = '/books/collections';
const initial = (item: Collection | undefined) => ({ title: item?.title ?? '' });

function Form({ form }: { readonly form: EditorForm<Collection> }) {
  const { formRef, ...editor } = useEditor(collectionsSlice, form, { initial });
  const { error, ...titleField } = editor.text('title');
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void editor.submit(editor.values);
      }}
    >
      <EditorAlert editor={editor} />
      <label>
        Title
        <input {...titleField} aria-invalid={error} />
      </label>
      <FormActions saving={editor.saving} status={editor.status} submit="Save" onCancel={editor.cancel} />
    </form>
  );
}

const savedFlags: boolean[] = [];

/** Like the application, renders nothing without a session. */
function Editor(props: { readonly item?: Collection }) {
  const { isAuthenticated } = useAppSelector(selectAuth);
  return isAuthenticated ? <SignedIn {...props} /> : null;
}

function SignedIn({ item }: { readonly item?: Collection }) {
  const [target, setTarget] = useState<EditorTarget<Collection>>();
  return (
    <>
      <button type="button" onClick={() => setTarget({ item })}>
        Open
      </button>
      <EditorDialog
        target={target}
        title={() => 'Editor'}
        onClose={() => setTarget(undefined)}
        onSaved={(isNew) => savedFlags.push(isNew)}
      >
        {(form) => <Form form={form} />}
      </EditorDialog>
    </>
  );
}

async function open(options: Parameters<typeof renderScreen>[1] = {}, item?: Collection) {
  const view = renderScreen(item ? <Editor item={item} /> : <Editor />, options);
  const openAgain = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Open' }));
    return within(await screen.findByRole('dialog', { name: 'Editor' }));
  };
  await openAgain();
  const title = () => screen.getByLabelText<HTMLInputElement>('Title');
  return { ...view, openAgain, title };
}

const isRemoved = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const confirmation = () => screen.queryByRole('dialog', { name: 'Discard unsaved changes?' });

beforeEach(() => {
  savedFlags.length = 0;
  sessionStorage.clear();
  notifications.clean();
});

it('asks for confirmation on Escape after an edit, and closes the confirmation on a second Escape', async () => {
  const { user, title } = await open();
  await user.type(title(), 'Half');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })).toBe(confirmation());
  // Key repetition and the same key press do not close the question.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', repeat: true })));
  expect(confirmation()).not.toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(confirmation()).toBeNull());
  expect(title().value).toBe('Half');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await isRemoved();
});

it('asks for confirmation on Back after an edit, and closes without confirmation before one', async () => {
  const { user, title, openAgain } = await open();
  const back = () => act(() => history.back());
  const before = location.href;
  back();
  await isRemoved();
  await openAgain();
  await user.type(title(), 'Half');
  back();
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(confirmation()).toBeNull());
  expect(title().value).toBe('Half');
  back();
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await isRemoved();
  expect(location.href).toBe(before);
});

it('continues and reports a save after the dialog is closed', async () => {
  const fake = createFakeApi();
  const { user, title, openAgain } = await open({ fake });
  await user.type(title(), 'Kept');
  const pause = fake.pauseNext({ path, method: 'POST' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await isRemoved();
  // A dialog opened before the response arrives stays open.
  await openAgain();
  pause.release();
  await waitFor(() => expect(savedFlags).toEqual([true]));
  expect(fake.items.collections.map((collection) => collection['title'])).toEqual(['Kept']);
  expect(title().value).toBe('');
});

it('shows a toast when a save fails after the dialog was closed, and keeps the edited values', async () => {
  const fake = createFakeApi();
  const { user, title, openAgain, store } = await open({ fake });
  await user.type(title(), 'Precious');
  const apiError = fake.failNext({ path, method: 'POST', message: 'The disk is full', isDelayed: true });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.keyboard('{Escape}');
  await isRemoved();
  apiError.release();
  await screen.findByText('The disk is full');
  expect(store.getState().notifications.entries[0]).toMatchObject({
    outcome: 'failure',
    subject: 'Precious',
  });
  const again = await openAgain();
  expect(title().value).toBe('Precious');
  await user.click(again.getByRole('button', { name: t('ui.autosaveDiscard') }));
  expect(title().value).toBe('');
});

it('restores edited values after the session ended, for the same account only', async () => {
  expectError(409);
  const item: Collection = { id: 5, title: 'Stored', description: '', image: null, books: [], version: 3 };
  const fake = createFakeApi();
  fake.items.collections.push({ ...item, title: 'Theirs', version: 4 });
  const { user, title, store, openAgain } = await open({ fake }, item);
  const signInAs = (email: string) => {
    const session = { token: email, tokenType: 'Bearer', expiresIn: null, user: { ...fake.user, email } };
    act(() => void store.dispatch(sessionSynced(session)));
  };
  const signOut = () => act(() => void store.dispatch(sessionEnded()));
  await user.type(title(), ' and more');
  signOut();
  await isRemoved();
  signInAs(fake.user.email);
  const form = await openAgain();
  expect(title().value).toBe('Stored and more');
  form.getByText(t('ui.autosaveRestored'));
  // The values were edited on an older version than the stored one.
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByRole('button', { name: 'Load latest version' });
  signOut();
  signInAs('another@example.org');
  await openAgain();
  expect(title().value).toBe('Stored');
  expect(sessionStorage.length).toBe(0);
});
