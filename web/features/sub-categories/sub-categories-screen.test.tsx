import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { SubCategoriesScreen } from './sub-categories-screen.tsx';

const path = '/books/sub-categories';

async function open(options: Parameters<typeof renderScreen>[1] = {}) {
  const view = renderScreen(<SubCategoriesScreen />, options);
  await screen.findAllByText(/^Total: \d+ items$/);
  await within(screen.getByLabelText('Category')).findByText('Fiction');
  return view;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rows = () => screen.getAllByRole('row').slice(1);
const filter = () => screen.getByLabelText('Category');

beforeEach(() => {
  notifications.clean();
});

describe('list', () => {
  it('requests the first ten, and a hundred categories once', async () => {
    const { fake } = await open();
    expect(fake.requestsTo(path).map(({ query }) => query)).toEqual([{ page: 1, items_per_page: 10 }]);
    expect(fake.requestsTo('/books/categories').map(({ query }) => query)).toEqual([
      { page: 1, items_per_page: 100 },
    ]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Name',
      'Code',
      'Category Code',
      'Category Name',
      'Actions',
    ]);
    expect(rows()[0]?.textContent).toBe('3Fairy Talesfairy-taleschildrenChildren');
    expect(screen.getAllByRole('navigation')).toHaveLength(2);
  });

  it('filters by name and by category, each from page 1', async () => {
    const fake = createFakeApi();
    const [first] = fake.items['sub-categories'];
    for (let id = 4; id <= 12; id += 1)
      fake.items['sub-categories'].push({ ...first, id, name: `Kind ${id}`, code: `kind-${id}` });
    const { user } = await open({ fake });
    expect(
      within(filter())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All Categories', 'Children', 'Fiction', 'Poetry']);
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.selectOptions(filter(), 'Fiction');
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.type(screen.getByPlaceholderText('Search by name...'), 'novels{Enter}');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(fake.requestsTo(path).map(({ query: { items_per_page: _ten, ...query } }) => query)).toEqual([
      { page: 1 },
      { page: 2 },
      { page: 1, category_code: 'fiction' },
      { page: 2, category_code: 'fiction' },
      { page: 1, q: 'novels', category_code: 'fiction' },
    ]);
  });

  it('shows a message without results, and resets the filters', async () => {
    const { user } = await open();
    await user.selectOptions(filter(), 'Poetry');
    await screen.findByText(t('subCategories.emptyFiltered'));
    await user.click(button('Clear filters'));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(filter()).toHaveProperty('value', '');
  });

  it('is replaced by an alert after a failed read', async () => {
    const fake = createFakeApi();
    fake.failNext({ path, status: 0 });
    renderScreen(<SubCategoriesScreen />, { fake });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch sub-categories');
  });

  it.each([
    [[], []],
    [['sub-categories:edit'], ['Add Sub Category', 'Edit Novels']],
    [['sub-categories:delete'], ['Delete Novels']],
  ])('offers with the permissions %j: %j', async (permissions, names) => {
    await open({ permissions });
    const offeredButtons = screen.queryAllByRole('button', {
      name: /^Add Sub Category|(Edit|Delete) Novels$/,
    });
    expect(
      offeredButtons.map(
        (offeredButton) => offeredButton.getAttribute('aria-label') ?? offeredButton.textContent,
      ),
    ).toEqual(names);
  });
});

describe('dialog', () => {
  const openDialog = async (opener: string) => {
    const view = await open();
    await view.user.click(button(opener));
    const dialog = await screen.findByRole('dialog');
    const form = within(dialog);
    const field = (label: RegExp) => form.getByLabelText<HTMLInputElement>(label);
    return {
      ...view,
      dialog,
      form,
      name: () => field(/^Name/),
      code: () => field(/^Code/),
      category: () => field(/^Category/),
    };
  };

  it('proposes the code, requires a name and a category, and sends all three', async () => {
    const { user, form, fake, dialog, name, code, category } = await openDialog('Add Sub Category');
    form.getByRole('heading', { name: 'Add Sub Category' });
    expect(within(category()).getAllByRole('option')[0]?.textContent).toBe('Select Category');
    // The native validation with its own messages.
    expect(dialog.querySelector('form')?.noValidate).toBe(false);
    expect([name().required, category().required, name().maxLength]).toEqual([true, true, -1]);
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(fake.requestsTo(path, 'POST')).toEqual([]);
    await user.type(name(), 'Öykü');
    expect(code()).toMatchObject({ value: 'oyku', disabled: true });
    await waitFor(() =>
      expect(fake.requestsTo('/books/proposed-codes/sub-categories').at(-1)?.query).toEqual({ name: 'Öykü' }),
    );
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(fake.requestsTo(path, 'POST')).toEqual([]);
    await user.selectOptions(category(), 'Poetry');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await screen.findByText('Sub-category created successfully');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(fake.requestsTo(path, 'POST').map(({ body }) => body)).toEqual([
      { name: 'Öykü', code: 'oyku', category_code: 'poetry' },
    ]);
    expect(fake.requestsTo(path, 'GET')).toHaveLength(2);
  });

  it('moves a sub-category to another category and keeps its stored code', async () => {
    const { user, form, fake, code, category } = await openDialog('Edit Novels');
    form.getByRole('heading', { name: 'Edit Sub Category' });
    expect([code().value, category().value]).toEqual(['novels', 'fiction']);
    await user.selectOptions(category(), 'Children');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await screen.findByText('Sub-category updated successfully');
    expect(fake.requestsTo(`${path}/1`, 'PUT')[0]?.body).toEqual({
      name: 'Novels',
      code: 'novels',
      category_code: 'children',
      version: 1,
    });
  });

  it('sends the default subjects only if they changed', async () => {
    const { user, form, fake } = await openDialog('Edit Novels');
    const scheme = { id: 1, name: 'Own', code_count: 0, is_listed_only: false, version: 1 };
    fake.respondNext({ path: '/subject-schemes' }, pageOf([scheme]));
    await user.click(form.getByText(t('subjects.defaults')));
    await user.click(await form.findByRole('button', { name: t('subjects.addSubject') }));
    await user.type(await form.findByLabelText('Code of subject 1'), 'sea');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await screen.findByText('Sub-category updated successfully');
    expect(fake.requestsTo(`${path}/1`, 'PUT')[0]?.body).toMatchObject({ default_subjects: 'Own:sea' });
  });

  it('keeps its text after an error, marks the rejected field, and reports it at the form and under Recent activity', async () => {
    const { user, form, fake, dialog, name, category, store } = await openDialog('Edit Novels');
    await user.type(name(), '!');
    fake.failNext({
      method: 'PUT',
      status: 422,
      message: 'No such category',
      errors: { category_code: 'No such category' },
    });
    await user.click(form.getByRole('button', { name: 'Update' }));
    await waitFor(() =>
      expect(store.getState().notifications.entries[0]).toMatchObject({
        attempted_action: 'Failed to update sub-category',
        message: 'No such category',
        subject: 'Novels!',
      }),
    );
    expect([dialog.isConnected, name().value]).toEqual([true, 'Novels!']);
    expect(form.queryByRole('alert')).toBeNull();
    expect(screen.getAllByText('No such category')).toHaveLength(1);
    expect(category().getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(category()));
  });

  it("offers the stored version after another user's change", async () => {
    expectError(409);
    const { user, form, fake, name, category } = await openDialog('Edit Novels');
    await user.type(name(), '!');
    Object.assign(fake.items['sub-categories'][0] ?? {}, { category_code: 'poetry', version: 4 });
    await user.click(form.getByRole('button', { name: 'Update' }));
    await user.click(await form.findByRole('button', { name: 'Load latest version' }));
    await waitFor(() => expect([name().value, category().value]).toEqual(['Novels', 'poetry']));
  });
});

describe('deleting', () => {
  it('asks for confirmation with the text of the specification, then reloads', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    const { user, fake } = await open();
    await user.click(button('Delete Novels'));
    expect(fake.requestsTo(`${path}/1`, 'DELETE')).toEqual([]);
    await user.click(button('Delete Novels'));
    await screen.findByText('Sub-category deleted successfully');
    expect(confirm.mock.calls).toEqual([
      ['Are you sure you want to delete this sub-category?'],
      ['Are you sure you want to delete this sub-category?'],
    ]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(fake.requestsTo(path, 'GET')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Sub Categories' }));
  });

  it('keeps a row that is in use; only the row and Recent activity name the references', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { user, fake, store } = await open();
    const message = 'This sub-category is used by 2 books.';
    fake.failNext({ method: 'DELETE', status: 409, message });
    await user.click(button('Delete Novels'));
    await waitFor(() =>
      expect(store.getState().notifications.entries[0]).toMatchObject({
        attempted_action: 'Failed to delete sub-category',
        subject: 'Novels',
        message,
      }),
    );
    const [row] = rows().filter(({ textContent }) => textContent.includes(message));
    expect(row?.textContent).toContain('Novels');
    expect([screen.queryByRole('alert'), rows().length]).toEqual([null, 3]);
  });
});
