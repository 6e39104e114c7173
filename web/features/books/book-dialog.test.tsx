import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { uploadLimits } from '#contract/uploads/uploads';
import { expectError } from '#web/testing/console-guard.ts';
import { fakeCategories } from '#web/testing/fake-records.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { readAudioDuration } from '#web/core/lib/audio-file.ts';
import './book-dialogs.tsx';
import { texts } from './book-form.ts';
import { BooksScreen } from './books-screen.tsx';

vi.mock('#web/core/lib/audio-file.ts', () => ({
  readAudioDuration: vi.fn<() => Promise<undefined>>(() => Promise.resolve(undefined)),
}));

beforeEach(() => {
  notifications.clean();
});

async function openDialog(opener: string, options: Parameters<typeof renderScreen>[1] = {}) {
  const view = renderScreen(<BooksScreen />, { route: '/books', ...options });
  await screen.findAllByText(/^Total: \d+ items$/);
  await view.user.click(screen.getByRole('button', { name: opener }));
  const dialog = await screen.findByRole('dialog');
  const form = within(dialog);
  await waitFor(() => expect(form.getByLabelText('Category')).toHaveProperty('disabled', false));
  return {
    ...view,
    dialog,
    form,
    field: (label: string | RegExp) => form.getByLabelText<HTMLInputElement>(label),
    submit: () => dialog.querySelector('[type="submit"]') as HTMLButtonElement,
  };
}
const add = (options?: Parameters<typeof renderScreen>[1]) => openDialog('Add New Book', options);
const edit = (options?: Parameters<typeof renderScreen>[1]) => openDialog('Edit Book 12', options);

it('has a field for each text that clients may send', async () => {
  const { dialog } = await add();
  for (const key of texts.keys) expect(dialog.querySelector(`[name="${key}"]`), key).not.toBeNull();
});

it('creates a book with the defaults of a new one, once per opening', async () => {
  const fake = createFakeApi();
  const { user, form, field, submit, dialog } = await add({ fake, settings: { provider_name: 'The House' } });
  form.getByRole('heading', { name: 'Create New Book' });
  await user.type(field(/^Name/), ' New ');
  fake.failNext({ path: '/books/create', status: 0 });
  await user.click(submit());
  expect((await form.findByRole('alert')).textContent).toBe('Failed to add book');
  const pause = fake.pauseNext({ path: '/books/create' });
  await user.click(submit());
  await waitFor(() => expect(submit().textContent).toBe('Creating...'));
  expect(form.queryByRole('progressbar')).toBeNull();
  pause.release();
  await screen.findByText('Book created successfully');
  await waitFor(() => expect(dialog.isConnected).toBe(false));

  const [first, second] = fake.requestsTo('/books/create');
  expect(first?.headers['idempotency-key']).toBeTruthy();
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  // The server accepts a repeated key only with the same content.
  expect(second?.body).toEqual(first?.body);
  expect(second?.body).toMatchObject({
    name: 'New',
    is_backup: '1',
    language: '3',
    chapter_count: '0',
    duration: '0',
    category_code: '',
    sub_category_code: '',
    'author[name]': 'The House',
  });
  const authorId = Number(second?.body['author[id]']);
  expect(authorId >= 1 && authorId <= 1000).toBe(true);
  expect(fake.requestsTo('/books/list')).toHaveLength(2);
});

it('shows each error once above the form, and focuses the first invalid field', async () => {
  const { user, form, field, submit, fake } = await add();
  await user.clear(field('Chapter Count'));
  await user.type(field('Chapter Count'), '-1');
  await user.clear(field(/^Duration/));
  await user.type(field(/^Duration/), '-5');
  await user.click(submit());
  expect((await form.findByRole('alert')).textContent).toBe(
    'Name is requiredChapter count can’t be negativeDuration can’t be negative',
  );
  await waitFor(() => expect(document.activeElement).toBe(field(/^Name/)));
  expect(field('Chapter Count').getAttribute('aria-invalid')).toBe('true');
  expect(fake.requestsTo('/books/create')).toEqual([]);
});

it('keeps the seconds of unchanged minutes, and the author of an unchanged name', async () => {
  const fake = createFakeApi();
  Object.assign(fake.items.books[11] ?? {}, { duration: 1799, author: { id: 77, name: 'Nora Vale' } });
  const { user, field, submit } = await edit({ fake });
  expect(field(/^Duration/).value).toBe('30');
  await user.type(field('Description'), '!');
  await user.click(submit());
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update')[0]?.body).toMatchObject({
    id: '12',
    version: '1',
    duration: '1799',
    description: 'About book 12.!',
    'author[id]': '77',
    'author[name]': 'Nora Vale',
  });
});

it('shows the number of chapters read-only for a book that has some', async () => {
  const fake = createFakeApi();
  Object.assign(fake.items.books[11] ?? {}, { chapter_count: 4, has_chapters: true });
  const { field } = await edit({ fake });
  expect([field('Chapter Count').value, field('Chapter Count').disabled]).toEqual(['4', true]);
});

it('uses native number fields, and never reads a fraction as a larger number', async () => {
  const { user, form, field, submit, fake } = await edit();
  for (const item of form.getAllByRole('spinbutton', { hidden: true }))
    expect([item.getAttribute('min'), item.getAttribute('step')]).toEqual(['0', '1']);
  await user.clear(field('Chapter Count'));
  await user.type(field('Chapter Count'), '3.7');
  await user.clear(field(/^Duration/));
  await user.type(field(/^Duration/), '2.5');
  await user.click(submit());
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update')[0]?.body).toMatchObject({ chapter_count: '3', duration: '120' });
});

it('removes the stored image on save, unless it is restored', async () => {
  const fake = createFakeApi();
  Object.assign(fake.items.books[11] ?? {}, { image_url: '/12.webp' });
  const { user, form, submit } = await edit({ fake });
  expect(form.queryByText('No file chosen')).not.toBeNull();
  await user.click(form.getByRole('button', { name: 'Remove' }));
  expect(form.queryByAltText('Current image')).toBeNull();
  await user.click(form.getByRole('button', { name: t('ui.keepFile') }));
  expect(form.getByAltText('Current image').getAttribute('src')).toBe('/12.webp');
  await user.click(form.getByRole('button', { name: 'Remove' }));
  await user.click(submit());
  await screen.findByText('Book updated successfully');
  const body = fake.requestsTo('/books/update')[0]?.body;
  expect(body).toMatchObject({ remove_image: 'true' });
  expect(body).not.toHaveProperty('image');
  expect(body).not.toHaveProperty('remove_audio');
});

it('sends changed minutes as seconds, and another author with the fixed ID', async () => {
  const { user, field, submit, fake } = await edit();
  await user.clear(field(/^Duration/));
  await user.type(field(/^Duration/), '2');
  await user.clear(field('Author'));
  await user.type(field('Author'), 'Somebody Else');
  await user.click(submit());
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update')[0]?.body).toMatchObject({
    duration: '120',
    'author[id]': '3',
    'author[name]': 'Somebody Else',
  });
});

it('clears a sub-category that the new category does not have', async () => {
  const { user, field } = await edit();
  expect(field('Sub Category').value).toBe('novels');
  await user.selectOptions(field('Category'), 'poetry');
  expect(field('Sub Category').value).toBe('');
  expect(field('Sub Category').disabled).toBe(true);
});

it('fills in the default subjects of category and sub-category until the subjects are changed', async () => {
  const fake = createFakeApi();
  const own = (code: string) => ({ scheme: 'Own', code });
  const fiction = fakeCategories.find(({ code }) => code === 'fiction');
  const sub_categories = fiction?.sub_categories.map((sub) => ({
    ...sub,
    default_subjects: [own('novels'), own('fiction')],
  }));
  Object.assign(fake.items.categories.find(({ code }) => code === 'fiction') ?? {}, {
    default_subjects: [own('fiction')],
    sub_categories,
  });
  const { user, field, submit, form } = await add({ fake });
  await user.type(field(/^Name/), 'New');
  await user.selectOptions(field('Category'), 'fiction');
  await user.selectOptions(field('Sub Category'), 'novels');
  expect(form.getByText(t('books.recorded', { count: 2 }))).toBeDefined();
  // Default subjects of another category replace them.
  await user.selectOptions(field('Category'), 'poetry');
  expect(form.queryByText(t('books.recorded', { count: 2 }))).toBeNull();
  await user.selectOptions(field('Category'), 'fiction');
  const scheme = { id: 1, name: 'Own', code_count: 0, is_listed_only: false, version: 1 };
  fake.respondNext({ path: '/subject-schemes' }, pageOf([scheme]));
  await user.click(form.getByText('Subjects'));
  await user.click(await form.findByRole('button', { name: 'Remove subject 1' }));
  await user.click(submit());
  await screen.findByText('Book created successfully');
  // The server would add them to a book without this field.
  expect(fake.requestsTo('/books/create')[0]?.body).toMatchObject({ category_code: 'fiction', subjects: '' });
});

it('keeps typed values after a conflict, and loads the stored version on request', async () => {
  expectError(409);
  const fake = createFakeApi();
  const { user, form, field, submit } = await edit({ fake });
  await user.clear(field(/^Name/));
  await user.type(field(/^Name/), 'Mine');
  Object.assign(fake.items.books[11] ?? {}, { name: 'Theirs', version: 5 });
  await user.click(submit());
  expect((await form.findByRole('alert')).textContent).toContain('was changed by someone else');
  expect(field(/^Name/).value).toBe('Mine');
  await user.click(form.getByRole('button', { name: 'Load latest version' }));
  await waitFor(() => expect(field(/^Name/).value).toBe('Theirs'));
  expect(form.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(field(/^Name/));
  await user.click(submit());
  await screen.findByText('Book updated successfully');
  expect(fake.requestsTo('/books/update').at(-1)?.body['version']).toBe('5');
});

it('rejects files of the wrong type or size when they are chosen', async () => {
  const { form, field, fake, user, submit } = await add({ settings: { max_image_bytes: 3 } });
  await user.type(field(/^Name/), 'New');
  await user.upload(field('Cover Image'), new File(['12345'], 'c.png', { type: 'image/png' }));
  expect((await form.findByRole('alert')).textContent).toBe('c.png is 5 bytes. The maximum size is 3 bytes.');
  await user.click(submit());
  expect(fake.requestsTo('/books/create')).toEqual([]);
  await user.upload(field('Cover Image'), new File(['12'], 'd.png', { type: 'image/png' }));
  expect(form.queryByRole('alert')).toBeNull();
});

it('discards typed values on Cancel, and asks for confirmation on Escape', async () => {
  const { user, field, form, dialog } = await add();
  await user.type(field(/^Name/), 'Half');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(field(/^Name/).value).toBe('Half');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Add New Book' }));
  const again = await screen.findByRole('dialog');
  expect(within(again).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('');
});

const song = (name: string) => new File(['audio'], name, { type: 'audio/mpeg' });

it('shows the progress of an upload, and the button again after it is cancelled', async () => {
  const { user, form, field, submit, fake } = await add();
  await user.type(field(/^Name/), 'New');
  await user.upload(field('Audio File'), song('a.mp3'));
  fake.pauseNext({ path: '/books/create' });
  await user.click(submit());
  await form.findByText('50%');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(submit().textContent).toBe('Create'));
  await waitFor(() => expect(document.activeElement).toBe(submit()));
  form.getByText('Upload cancelled. Your entries haven’t been lost.');
  expect(form.queryByRole('alert')).toBeNull();
  expect(field(/^Name/).value).toBe('New');
});

/** Returns a file that claims to be larger than a form sends in one request. */
function longSong(): File {
  const file = song('long.mp3');
  Object.defineProperty(file, 'size', { value: uploadLimits.formBytes + 1 });
  file.slice = () => new Blob(['{}']);
  return file;
}

it('uploads large audio in parts before the save, shows a pause, and sends the upload ID', async () => {
  const { user, form, field, submit, fake } = await add({ settings: { max_audio_bytes: 2 ** 31 } });
  await user.type(field(/^Name/), 'New');
  await user.upload(field('Audio File'), longSong());
  const upload = {
    id: 'u1',
    size: uploadLimits.formBytes + 1,
    received: 0,
    state: 'receiving',
    import_id: null,
  };
  const response = { success: true, message: 'OK', data: upload };
  fake.respondNext({ path: '/uploads', method: 'POST' }, response);
  fake.failNext({ path: '/uploads/u1', method: 'POST', status: 503 });
  fake.respondNext({ path: '/uploads/u1', method: 'GET' }, response);
  const chunkCount = Math.ceil(upload.size / uploadLimits.partBytes);
  const pause = fake.pauseNext({ path: '/books/create' });
  await user.click(submit());
  await form.findByText('0% · Paused. Resumes automatically');
  for (let chunk = 0; chunk < chunkCount; chunk += 1)
    fake.respondNext({ path: '/uploads/u1', method: 'POST' }, {});
  window.dispatchEvent(new Event('online'));
  await form.findByText('Saving...');
  pause.release();
  await screen.findByText('Book created successfully');
  expect(fake.requestsTo('/uploads/u1', 'POST')).toHaveLength(chunkCount + 1);
  const [created] = fake.requestsTo('/books/create');
  expect(created?.body).toMatchObject({ name: 'New', audio_upload: 'u1' });
  expect(created?.body).not.toHaveProperty('audio');
});

it('fills in the minutes of the audio file if there are none, and offers them otherwise', async () => {
  vi.mocked(readAudioDuration).mockResolvedValueOnce(125);
  const { user, form, field } = await add();
  await user.upload(field('Audio File'), song('a.mp3'));
  await waitFor(() => expect(field(/^Duration/).value).toBe('2'));
  form.getByText('Audio file duration: 2:05');
  vi.mocked(readAudioDuration).mockResolvedValueOnce(600);
  await user.upload(field('Audio File'), song('b.mp3'));
  await user.click(await form.findByRole('button', { name: 'Use 10 mins' }));
  expect(field(/^Duration/).value).toBe('10');
});

it('ignores the duration of a file that is no longer chosen, or was rejected', async () => {
  const first = Promise.withResolvers<number | undefined>();
  vi.mocked(readAudioDuration).mockReturnValueOnce(first.promise).mockResolvedValue(undefined);
  const { user, form, field } = await add({ settings: { max_audio_bytes: 5 } });
  await user.upload(field('Audio File'), song('a.mp3'));
  await user.upload(field('Audio File'), song('b.mp3'));
  first.resolve(600);
  await first.promise;
  await user.type(field(/^Name/), 'New');
  expect(form.queryByText(/^Audio file duration/)).toBeNull();
  vi.mocked(readAudioDuration).mockResolvedValue(600);
  await user.upload(field('Audio File'), new File(['too long'], 'c.mp3', { type: 'audio/mpeg' }));
  await form.findByRole('alert');
  expect(form.queryByText(/^Audio file duration/)).toBeNull();
  expect(field(/^Duration/).value).toBe('0');
});

it('assigns dropped files to cover or audio by their type', async () => {
  const { form } = await edit();
  const dataTransfer = {
    types: ['Files'],
    files: [
      new File(['x'], 'cover.png', { type: 'image/png' }),
      new File(['x'], 'sound.M4B', { type: '' }),
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
    ],
  };
  fireEvent.dragEnter(document.body, { dataTransfer });
  form.getByText('Drop an image to set the cover, or an audio file to set the audio.');
  fireEvent.drop(document.body, { dataTransfer });
  await form.findByRole('button', { name: /cover\.png/ });
  await form.findByRole('button', { name: /sound\.M4B/ });
  await screen.findByText('notes.txt isn’t an image or audio file');
  expect(form.queryByText('Drop an image to set the cover, or an audio file to set the audio.')).toBeNull();
});
