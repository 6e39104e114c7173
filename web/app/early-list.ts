import { sendEarly } from '#web/core/api/early-request.ts';

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '');
  } catch {
    return undefined;
  }
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/**
 * Requests the first page of the books while the code of the application is loading. It repeats the rules of that code without its
 * checks, since each import would delay it. If the application needs another list, it does not use this one.
 */
export function requestListEarly(): void {
  const token = localStorage.getItem('access_token');
  const hasFilters = location.search !== '' || sessionStorage.getItem('lectern-books-filters') !== null;
  if (token && location.pathname === '/books' && !hasFilters) {
    const preferences = memberOf(readStored('user'), 'preferences');
    const rows = memberOf(preferences, 'rows') ?? memberOf(readStored('lectern-list-view'), 'pageSize') ?? 10;
    sendEarly(
      `/api/books/list?page=1&items_per_page=${Number(rows)}&with_chapters=0&language=en&is_admin=1`,
      `${localStorage.getItem('token_type') || 'Bearer'} ${token}`,
    );
  }
}
