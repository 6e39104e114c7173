import { pathOf } from '#contract/core/define-resource';
import { type View, viewEndpoints, viewMessages } from '#contract/saved-views/saved-views';
import type { FakeApiRequest } from './fake-call.ts';

/** Returns a view of all books that belongs to the user, unless `changes` differ. */
export const fakeView = (id: number, changes: Partial<View> = {}): View => ({
  id,
  list: 'books',
  name: `View ${id}`,
  query: {},
  columns: null,
  density: null,
  is_shared: false,
  is_own: true,
  may_change: true,
  owner: { id: 1, name: 'Ada Admin' },
  count: 7,
  version: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});

/** Returns the response to a request about views. Counts are those of the views. */
export function respondViews(
  views: View[],
  { method, path, query, body }: FakeApiRequest,
): object | undefined {
  if (!path.startsWith(viewEndpoints.list.path)) return undefined;
  const index = views.findIndex(({ id }) => pathOf(viewEndpoints.get, id) === path);
  const storedView = views[index];
  if (path === viewEndpoints.list.path && method === 'GET') {
    const items = views
      .filter(({ list }) => list === query['list'])
      .map((view) => ({ ...view, count: query['counts'] === 1 ? view.count : null }));
    return { message: 'OK', data: { items, total: items.length, objects: { total: items.length } } };
  }
  if (method === 'POST') {
    const view = fakeView(views.length + 1, { ...body, count: null });
    views.push(view);
    return { message: viewMessages.created, data: view };
  }
  if (!storedView) return undefined;
  if (method === 'DELETE') {
    views.splice(index, 1);
    return { message: viewMessages.deleted, data: null };
  }
  const changedView = { ...storedView, ...body, version: storedView.version + 1 };
  views[index] = changedView;
  return { message: viewMessages.updated, data: changedView };
}
