import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SubjectScheme } from '#contract/subjects/subject-schemes';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { ok, pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { SubjectsScreen } from './subjects-screen.tsx';

const thema = (changes: Partial<SubjectScheme> = {}): SubjectScheme => ({
  id: 1,
  name: 'Thema',
  is_listed_only: false,
  code_count: 0,
  version: 1,
  ...changes,
});
const schemesPath = '/subject-schemes';
const uploadPath = '/subject-schemes/upload';

function open(items: readonly SubjectScheme[]) {
  const fake = createFakeApi();
  fake.respondNext({ path: schemesPath }, pageOf(items));
  return renderScreen(<SubjectsScreen />, { route: '/settings/subjects', fake });
}
const list = () => within(screen.getByRole('region', { name: t('subjects.heading') }));
const listFile = (content: string | Uint8Array<ArrayBuffer>) =>
  new File([content], 'thema.csv', { type: 'text/csv' });
const chooser = () => screen.getByLabelText<HTMLInputElement>(/list of Thema/, { selector: 'input' });

it('creates the first scheme', async () => {
  const { fake, user } = open([]);
  await screen.findByText(t('subjects.emptyText'));
  await user.click(screen.getByRole('button', { name: t('subjects.add') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('subjects.create') }));
  expect((await dialog.findByRole('alert')).textContent).not.toBe('');
  expect(fake.requestsTo('/subject-schemes/create')).toHaveLength(0);
  await user.type(dialog.getByRole('textbox'), 'Thema');
  await user.click(dialog.getByRole('checkbox'));
  fake.respondNext({ path: '/subject-schemes/create' }, ok(thema({ is_listed_only: true })));
  fake.respondNext({ path: schemesPath }, pageOf([thema({ is_listed_only: true })]));
  await user.click(dialog.getByRole('button', { name: t('subjects.create') }));
  expect(await screen.findByRole('checkbox', { name: 'Only listed codes of Thema' })).toHaveProperty(
    'checked',
    true,
  );
  const [request] = fake.requestsTo('/subject-schemes/create');
  expect(request?.body).toEqual({ name: 'Thema', is_listed_only: true });
});

it('uploads a list, and shows the line with an error until the next upload', async () => {
  const { fake, user } = open([thema()]);
  await screen.findByRole('button', { name: 'Upload list of Thema' });
  fake.failNext({ path: uploadPath, status: 422, errors: { text: 'Line 2 has no valid code.' } });
  await user.upload(chooser(), listFile('code,label\n,None\n'));
  expect((await list().findByRole('alert')).textContent).toBe('Line 2 has no valid code.');
  fake.respondNext({ path: uploadPath }, ok(thema({ code_count: 1, version: 2 })));
  fake.respondNext({ path: schemesPath }, pageOf([thema({ code_count: 1, version: 2 })]));
  // “Café” in the encoding of older Windows programs.
  await user.upload(chooser(), listFile(new Uint8Array([65, 44, 67, 97, 102, 0xe9])));
  expect((await screen.findAllByText('The list of Thema has 1 code.')).length).toBeGreaterThan(0);
  await screen.findByRole('button', { name: 'Replace list of Thema' });
  expect(list().queryByRole('alert')).toBeNull();
  expect(fake.requestsTo(uploadPath).map(({ body }) => body)).toEqual([
    { id: 1, version: 1, text: 'code,label\n,None\n' },
    { id: 1, version: 1, text: 'A,Café' },
  ]);
});

it('renames a scheme, and shows the number of its books', async () => {
  const { fake, user } = open([thema({ version: 3 })]);
  fake.respondNext({ path: '/subject-schemes/1' }, ok({ ...thema({ version: 3 }), book_count: 1234 }));
  await user.click(await screen.findByRole('button', { name: 'Rename Thema' }));
  const dialog = within(await screen.findByRole('dialog', { name: t('subjects.renameTitle') }));
  await dialog.findByText('1,234 books will have the new name at once.');
  expect(dialog.queryByRole('checkbox')).toBeNull();
  const name = dialog.getByRole<HTMLInputElement>('textbox');
  expect(name.value).toBe('Thema');
  await user.clear(name);
  await user.type(name, 'Own');
  const message = 'A subject scheme named “Own” already exists.';
  fake.failNext({
    path: '/subject-schemes/update',
    status: 409,
    code: 'subject_schemes.name_taken',
    message,
    errors: { name: message },
  });
  await user.keyboard('{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  await user.type(name, ' 2');
  fake.respondNext({ path: '/subject-schemes/update' }, ok(thema({ name: 'Own 2', version: 4 })));
  fake.respondNext({ path: schemesPath }, pageOf([thema({ name: 'Own 2', version: 4 })]));
  await user.click(dialog.getByRole('button', { name: t('subjects.rename') }));
  await screen.findByRole('button', { name: 'Rename Own 2' });
  expect(fake.requestsTo('/subject-schemes/update')[1]?.body).toEqual({ id: 1, version: 3, name: 'Own 2' });
});

it('removes a list after a confirmation, and sends “Only listed codes” at once', async () => {
  const scheme = thema({ code_count: 3, version: 4 });
  const { fake, user } = open([scheme]);
  await user.click(await screen.findByRole('button', { name: 'Remove list of Thema' }));
  fake.respondNext({ path: uploadPath }, ok(thema({ version: 5 })));
  fake.respondNext({ path: schemesPath }, pageOf([thema({ version: 5 })]));
  const confirmation = within(await screen.findByRole('dialog'));
  await user.click(confirmation.getByRole('button', { name: t('subjects.removeList') }));
  await screen.findByRole('button', { name: 'Upload list of Thema' });
  expect(fake.requestsTo(uploadPath)[0]?.body).toEqual({ id: 1, version: 4, text: '' });
  await waitFor(() => expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('false'));
  fake.respondNext({ path: '/subject-schemes/update' }, ok(thema({ version: 6 })));
  fake.respondNext({ path: schemesPath }, pageOf([thema({ version: 6, is_listed_only: true })]));
  await user.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('checked', true));
  const [update] = fake.requestsTo('/subject-schemes/update');
  expect(update?.body).toEqual({ id: 1, version: 5, is_listed_only: true });
});

it('shows why a scheme can’t be deleted', async () => {
  const { fake, user } = open([thema()]);
  await user.click(await screen.findByRole('button', { name: 'Delete Thema' }));
  fake.failNext({ path: '/subject-schemes/1', status: 409, message: '3 books have subjects of Thema.' });
  const confirmation = within(await screen.findByRole('dialog'));
  await user.click(confirmation.getByRole('button', { name: t('subjects.deleteAction') }));
  expect((await screen.findAllByText('3 books have subjects of Thema.')).length).toBeGreaterThan(0);
});
