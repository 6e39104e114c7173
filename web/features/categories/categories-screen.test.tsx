import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { CategoriesScreen } from './categories-screen.tsx';
import { categoriesSlice } from './categories.slice.ts';

const path = '/books/categories';
const columns = ['ID', 'Image', 'Name', 'Code', 'Actions'];

/** Returns twelve categories. The first one, Fiction, has an image. */
function fakeWithTwelve() {
  const fake = createFakeApi();
  const [first, , third] = fake.items.categories;
  Object.assign(first ?? {}, { image_url: '/large.webp', thumbnail_url: '/small.webp' });
  for (let id = 4; id <= 12; id += 1)
    fake.items.categories.push({ ...third, id, name: `Category ${id}`, code: `category-${id}`, version: 1 });
  return fake;
}

async function open(options: Parameters<typeof renderScreen>[1] = {}) {
  const view = renderScreen(<CategoriesScreen />, { fake: fakeWithTwelve(), ...options });
  await screen.findAllByText(/^Total: \d+ items$/);
  return view;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rows = () => within(screen.getAllByRole('rowgroup')[1] as HTMLElement).queryAllByRole('row');
const toasts = () => document.querySelectorAll('.mantine-Notification-root').length;

beforeEach(() => {
  notifications.clean();
});

describe('list', () => {
  it('requests the first ten, and repeats its header in a footer between two pagers', async () => {
    const { fake } = await open();
    expect(fake.requestsTo(path).map(({ query }) => query)).toEqual([{ page: 1, items_per_page: 10 }]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...columns,
      ...columns,
    ]);
    expect(rows()[0]?.textContent).toBe('12No ImageCategory 12category-12');
    expect(screen.getAllByRole('navigation')).toHaveLength(2);
  });

  it('scrolls to its top after paging from below, and not after paging from above', async () => {
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    const { user } = await open();
    const [above, below] = screen.getAllByRole('button', { name: 'Next' });
    await user.click(below as HTMLElement);
    await waitFor(() => expect(rows()).toHaveLength(2));
    const card = screen.getByRole('region', { name: 'Results, page 2' });
    expect(document.activeElement).toBe(card);
    expect(scrollIntoView.mock.contexts).toEqual([card.parentElement]);
    await user.click(screen.getAllByRole('button', { name: 'Previous' })[0] as HTMLElement);
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(document.activeElement?.closest('nav')).toBe(above?.closest('nav'));
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
  });

  it('shows the chosen number of rows with the chosen height, and stores both', async () => {
    const { user, fake } = await open();
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.click(button('Display options'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Compact' }));
    await user.click(screen.getByRole('menuitemradio', { name: '15' }));
    await waitFor(() => expect(rows()).toHaveLength(12));
    expect(fake.requestsTo(path).at(-1)?.query).toEqual({ page: 1, items_per_page: 15 });
    expect(screen.getByRole('region', { name: 'Results, page 1' }).dataset['density']).toBe('compact');
    expect(JSON.parse(localStorage.getItem('lectern-list-view') ?? '')).toEqual({
      density: 'compact',
      pageSize: 15,
    });
  });

  it('opens a preview of the image', async () => {
    const { user } = await open();
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Enlarge image of Fiction' }));
    const dialog = await screen.findByRole('dialog', { name: 'Fiction' });
    expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/large.webp');
  });

  it('searches from page 1, and shows a message without results', async () => {
    const { user, fake } = await open();
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.type(screen.getByPlaceholderText('Search by name...'), 'zzz');
    await screen.findByText(t('categories.emptyFiltered'));
    expect(fake.requestsTo(path).map(({ query }) => [query['page'], query['search']])).toEqual([
      [1, undefined],
      [2, undefined],
      [1, 'zzz'],
    ]);
    await user.click(button('Clear search'));
    await waitFor(() => expect(rows()).toHaveLength(10));
  });

  it('shows a message without categories, and creates the first one', async () => {
    const fake = createFakeApi();
    fake.items.categories = [];
    const { user } = await open({ fake });
    await screen.findByText('No categories yet');
    await user.click(button('Create category'));
    await screen.findByRole('dialog', { name: 'Add Category' });
  });

  it('is replaced by an alert after a failed read, which can be retried', async () => {
    const fake = createFakeApi();
    fake.failNext({ path, status: 0 });
    const { user } = renderScreen(<CategoriesScreen />, { fake });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch categories');
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.click(button('Retry'));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it.each([
    [[], []],
    [['categories:edit'], ['Add Category', 'Edit Poetry']],
    [['categories:delete'], ['Delete Poetry']],
  ])('offers with the permissions %j: %j', async (permissions, names) => {
    await open({ fake: createFakeApi(permissions) });
    const offeredButtons = screen.queryAllByRole('button', { name: /^Add Category|(Edit|Delete) Poetry$/ });
    expect(
      offeredButtons.map(
        (offeredButton) => offeredButton.getAttribute('aria-label') ?? offeredButton.textContent,
      ),
    ).toEqual(names);
  });
});

describe('dialog', () => {
  const openDialog = async (opener: string, options?: Parameters<typeof renderScreen>[1]) => {
    const view = await open({ fake: createFakeApi(), ...options });
    await view.user.click(button(opener));
    const dialog = await screen.findByRole('dialog');
    const form = within(dialog);
    const field = (label: string | RegExp) => form.getByLabelText<HTMLInputElement>(label);
    return { ...view, dialog, form, field, name: () => field(/^Name/), code: () => field(/^Code/) };
  };

  it('closes before the store contains the saved category', async () => {
    const { user, form, name, store, dialog } = await openDialog('Edit Poetry');
    const hasNewName = () =>
      categoriesSlice.select(store.getState()).items.some((item) => item.name === 'Verse');
    let wasOpen: boolean | undefined;
    store.subscribe(() => {
      if (wasOpen === undefined && hasNewName()) wasOpen = dialog.isConnected;
    });
    await user.clear(name());
    await user.type(name(), 'Verse');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(hasNewName()).toBe(true));
    expect(wasOpen).toBe(false);
  });

  it('proposes the code while a name is typed, and sends name and code as JSON', async () => {
    const { user, form, fake, name, code, dialog } = await openDialog('Add Category');
    form.getByRole('heading', { name: 'Add Category' });
    await user.type(name(), ' Çocuk Kitapları');
    expect(code()).toMatchObject({ value: 'cocuk-kitaplari', disabled: true });
    await user.click(form.getByRole('button', { name: 'Add' }));
    await screen.findByText('Category created successfully');
    expect(toasts()).toBe(1);
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    const [call] = fake.requestsTo(path, 'POST');
    expect(call?.body).toEqual({ name: 'Çocuk Kitapları', code: 'cocuk-kitaplari' });
    expect(call?.headers['idempotency-key']).toBeTruthy();
    expect(fake.requestsTo(path, 'GET')).toHaveLength(2);
    expect(document.activeElement).toBe(button('Add Category'));
  });

  it('proposes a free code of the server after a pause in typing, and sends it', async () => {
    const { user, form, fake, name, code } = await openDialog('Add Category');
    const requests = () => fake.requestsTo('/books/proposed-codes/categories').map(({ query }) => query);
    expect(requests()).toEqual([]);
    await user.type(name(), 'Fiction ');
    await waitFor(() => expect(code().value).toBe('fiction-2'));
    expect(requests().at(-1)).toEqual({ name: 'Fiction' });
    await user.type(name(), 's');
    expect(code().value).toBe('fiction-s');
    await user.type(name(), '{Backspace}');
    expect(code().value).toBe('fiction-2');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await screen.findByText('Category created successfully');
    expect(fake.requestsTo(path, 'POST')[0]?.body).toEqual({ name: 'Fiction', code: 'fiction-2' });
  });

  it('proposes the slug silently if the server proposes no code', async () => {
    const { user, form, fake, name, code, store } = await openDialog('Add Category');
    fake.failNext({ path: '/books/proposed-codes/categories', status: 404, message: 'Not found' });
    await user.click(name());
    await user.paste('Fiction');
    await waitFor(() => expect(fake.requestsTo('/books/proposed-codes/categories')).toHaveLength(1));
    await waitFor(() => expect(code().value).toBe('fiction'));
    expect([form.queryByRole('alert'), toasts(), store.getState().notifications.entries]).toEqual([
      null,
      0,
      [],
    ]);
  });

  it('keeps the stored code of an edited category, and sends its version', async () => {
    const { user, form, fake, name, code } = await openDialog('Edit Poetry');
    form.getByRole('heading', { name: 'Edit Category' });
    await user.type(name(), ' and Songs');
    expect(code().value).toBe('poetry');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await screen.findByText('Category updated successfully');
    expect(fake.requestsTo(`${path}/3`, 'PUT')[0]?.body).toEqual({
      name: 'Poetry and Songs',
      code: 'poetry',
      version: 1,
    });
  });

  it('sends a form with a chosen image, and rejects other files', async () => {
    const { user, form, fake, field, name } = await openDialog('Add Category');
    await user.type(name(), 'Art');
    // Browsers ignore files that `accept` excludes.
    const picker = field('Image');
    picker.removeAttribute('accept');
    await user.upload(picker, new File(['x'], 'x.txt', { type: 'text/plain' }));
    form.getByText('Choose an image file.');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(fake.requestsTo(path, 'POST')).toEqual([]);
    const image = new File(['x'], 'x.png', { type: 'image/png' });
    await user.upload(picker, image);
    await user.click(form.getByRole('button', { name: 'Add' }));
    await screen.findByText('Category created successfully');
    expect(fake.requestsTo(path, 'POST')[0]?.body).toMatchObject({
      name: 'Art',
      code: 'art',
      image: { name: 'x.png', type: 'image/png', size: 1 },
    });
  });

  it('leaves a missing name to the browser, and a blank one to the server, whose error is marked', async () => {
    const { user, form, fake, name, dialog } = await openDialog('Add Category');
    expect(dialog.querySelector('form')?.noValidate).toBe(false);
    expect([name().required, name().maxLength]).toEqual([true, -1]);
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(fake.requestsTo(path, 'POST')).toEqual([]);
    await user.type(name(), '  ');
    const message = 'Name is required';
    fake.failNext({
      path,
      method: 'POST',
      status: 422,
      message: 'Validation failed',
      errors: { name: message },
    });
    await user.click(form.getByRole('button', { name: 'Add' }));
    await form.findByText(message);
    expect(name().getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(name()));
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('keeps its text after an error, and reports it at the form, as a status, and under Recent activity', async () => {
    const { user, form, fake, name, store, dialog } = await openDialog('Add Category');
    await user.type(name(), 'Fiction');
    fake.failNext({ path, method: 'POST', status: 500, message: 'Taken' });
    await user.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(form.getByRole('status').textContent).toBe('Taken'));
    expect(document.activeElement?.textContent).toBe('Add');
    expect(dialog.isConnected).toBe(true);
    expect(name().value).toBe('Fiction');
    expect([form.queryByRole('alert'), toasts()]).toEqual([null, 0]);
    expect(store.getState().notifications.entries[0]).toMatchObject({
      attempted_action: 'Failed to add category',
      message: 'Taken',
      subject: 'Fiction',
    });
    await user.type(name(), '!');
    expect(form.getByRole('status').textContent).toBe('');
  });

  it("offers the stored version after another user's change", async () => {
    expectError(409);
    const { user, form, fake, name } = await openDialog('Edit Poetry');
    await user.type(name(), '!');
    Object.assign(fake.items.categories[2] ?? {}, { name: 'Verse', version: 4 });
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect((await form.findByRole('alert')).textContent).toContain('was changed by someone else');
    expect(name().value).toBe('Poetry!');
    await user.click(form.getByRole('button', { name: 'Load latest version' }));
    await waitFor(() => expect(name().value).toBe('Verse'));
    await user.click(form.getByRole('button', { name: 'Update' }));
    await screen.findByText('Category updated successfully');
    expect(fake.requestsTo(`${path}/3`, 'PUT').at(-1)?.body['version']).toBe(4);
  });
});

describe('deleting', () => {
  it('asks for confirmation with the text of the specification, and does nothing on Cancel', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, fake } = await open();
    await user.click(button('Delete Poetry'));
    expect(confirm).toHaveBeenCalledExactlyOnceWith('Are you sure you want to delete this category?');
    expect(fake.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('reloads the page, and focuses the heading', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { user, fake } = await open();
    await user.click(button('Delete Poetry'));
    await screen.findByText('Category deleted successfully');
    await waitFor(() => expect(fake.requestsTo(path, 'GET')).toHaveLength(2));
    expect(fake.requestsTo(`${path}/3`, 'DELETE')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Categories' }));
  });

  it('returns to the previous page when the last one of a page is deleted', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const fake = fakeWithTwelve();
    fake.items.categories.splice(11, 1);
    const { user } = await open({ fake });
    await user.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Delete Fiction' }));
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(fake.requestsTo(path, 'GET').map(({ query }) => query['page'])).toEqual([1, 2, 2, 1]);
  });

  it('keeps a row that is in use silently; Recent activity names the references', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { user, fake, store } = await open();
    const message = 'This category is used by 2 books.';
    fake.failNext({ method: 'DELETE', status: 409, message });
    await user.click(button('Delete Poetry'));
    await waitFor(() =>
      expect(store.getState().notifications.entries[0]).toMatchObject({
        attempted_action: 'Failed to delete category',
        subject: 'Poetry',
        message,
      }),
    );
    expect([screen.queryByRole('alert'), toasts()]).toEqual([null, 0]);
    expect(document.activeElement).toBe(button('Delete Poetry'));
  });
});

it('sends the default subjects only if they changed', async () => {
  const fake = fakeWithTwelve();
  Object.assign(fake.items.categories[11] ?? {}, { default_subjects: [{ scheme: 'Own', code: 'a' }] });
  const scheme = { id: 1, name: 'Own', code_count: 0, is_listed_only: false, version: 1 };
  fake.respondNext({ path: '/subject-schemes' }, pageOf([scheme]));
  const { user } = await open({ fake });
  await user.click(button('Edit Category 12'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByText(t('subjects.defaults')));
  await user.type(await dialog.findByLabelText('Code of subject 1'), 'b');
  await user.click(dialog.getByRole('button', { name: t('categories.update') }));
  await waitFor(() => expect(fake.requestsTo(/^\/books\/categories\/12$/, 'PUT')).toHaveLength(1));
  expect(fake.requestsTo(/^\/books\/categories\/12$/, 'PUT')[0]?.body).toMatchObject({
    default_subjects: 'Own:ab',
  });
});
