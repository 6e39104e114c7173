import { notificationsEndpoints, type StoredNotification } from '#contract/notifications/notifications';
import { authEndpoints } from '#contract/auth/auth';
import { codeAbout, type ErrorCode } from '#contract/core/error-codes';
import { codeOfStatus } from '#contract/core/status-codes';
import { hasIdInPath, type Endpoint, type ResourceDeclaration } from '#contract/core/define-resource';
import { type CodedName, proposedCodeEndpoints } from '#contract/core/proposed-codes';
import { roleEndpoints } from '#contract/users/roles';
import { userEndpoints } from '#contract/users/users';
import { jobEndpoints } from '#contract/jobs/jobs';
import { historyEndpointsOf, auditLogEndpoints } from '#contract/audit-log/audit-log';
import {
  analyticsEndpoint,
  analyticsGroupsEndpoint,
  workByUserEndpoint,
} from '#contract/analytics/analytics';
import { catalogueHealthEndpoints } from '#contract/catalogue-health/catalogue-health';
import { overviewEndpoint } from '#contract/overview/overview';
import { reportEndpoints } from '#contract/reports/reports';
import { homePreviewEndpoint } from '#contract/mobile-home/home-preview';
import { languageCountsEndpoint, searchEndpoint, searchedKinds } from '#contract/search/search';
import { openRecord, presenceEndpoints } from '#contract/presence/presence';
import type { Book } from '#contract/books/books';
import { validateItemEndpoint } from '#contract/story-books/story-books';
import type { ReleaseAction } from '#contract/releases/releases';
import { slugOf } from '#contract/core/slug';
import { moduleSlices } from '#web/app/modules.ts';
import { complete } from '#web/core/api/complete.ts';
import type { FakeApiRequest } from './fake-call.ts';
import type { FakeApi } from './fake-state.ts';
import { respondBookContent } from './fake-book-content.ts';
import { respondContributors } from './fake-contributors.ts';
import { respondImports } from './fake-imports.ts';
import { fakeHomePreview } from './fake-home-preview.ts';
import { queryItems } from './fake-query.ts';
import { fakeReferences } from './fake-references.ts';
import { dismissFake, fakeGroups, fakeHealthReport, fakeIssues } from './fake-reports.ts';
import type { FakeItem } from './fake-records.ts';
import { respondPreviewLinks } from './fake-preview-links.ts';
import { itemsFor, recordFakeChange, respondReleases } from './fake-releases.ts';
import { respondViews } from './fake-views.ts';

interface FakeErrorBody {
  readonly message: string | undefined;
  readonly code: string;
  readonly errors?: Record<string, string> | undefined;
  readonly details?: object | undefined;
}

/** An error response of the fake server. */
export class FakeError extends Error {
  readonly status: number;
  readonly body: FakeErrorBody;

  constructor(status: number, body: FakeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const reject = (status: number, message: string, code: ErrorCode = codeOfStatus(status)): never => {
  throw new FakeError(status, { message, code });
};

const ok = (data: unknown, message = 'OK') => ({ success: true, message, data });
const listOf = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  objects: { total: items.length },
});
const noUsers = ok(listOf([]));

function matchPath(endpoint: Endpoint, call: FakeApiRequest): { id: number | undefined } | undefined {
  if (endpoint.method !== call.method) return undefined;
  const pattern = new RegExp(`^${endpoint.path.replace(':id', '(\\d+)')}$`);
  const match = pattern.exec(call.path);
  return match ? { id: match[1] === undefined ? undefined : Number(match[1]) } : undefined;
}

/** Returns the fields of a written record as the API presents them. Codes of books are replaced with books. */
function writtenFields(body: Record<string, unknown>, fake: FakeApi): Record<string, unknown> {
  const plain = Object.entries(body).filter(([key, value]) => !key.includes('[') && !(value instanceof Blob));
  const codes = body['book_codes[]'] as string[] | undefined;
  const nameOfBook = (code: string) => fake.items.books.find((book) => book.code === code)?.name ?? code;
  return {
    ...Object.fromEntries(plain.map(([key, value]) => [key, asNumber(value)])),
    ...(codes && { books: codes.filter(Boolean).map((code) => ({ code, name: nameOfBook(code) })) }),
  };
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

function respondResource(fake: FakeApi, declaration: ResourceDeclaration, call: FakeApiRequest): unknown {
  const { endpoints, messages, name, singular } = declaration;
  const { release } = call.query;
  const items = itemsFor(fake, name, release);
  const record = (action: ReleaseAction, item: FakeItem) =>
    recordFakeChange(fake, release, {
      kind: name,
      record: { id: item.id, name: textOf(item['name'] ?? item['title']) },
      action,
    });
  const need = (kind: 'edit' | 'delete') => {
    const isAllowed = fake.user.permissions?.includes(`${name}:${kind}`);
    if (!isAllowed) reject(403, 'You do not have permission to do this');
  };
  const indexOf = (id: number | undefined): number => {
    const index = items.findIndex((item) => item.id === id);
    return index >= 0
      ? index
      : reject(404, `This ${singular} does not exist`, codeAbout(singular, 'not_found'));
  };
  const { body } = call;

  if (matchPath(endpoints.list, call)) {
    const query = declaration.query.parse(call.query);
    const correction = fake.corrections[query.search];
    const { items: page, total } = queryItems(items, { ...query, search: correction ?? query.search });
    return ok({ items: page, total, objects: { total }, did_you_mean: correction });
  }
  if (matchPath(endpoints.create, call)) {
    need('edit');
    const id = Math.max(0, ...items.map((item) => item.id)) + 1;
    const item = {
      ...(complete(declaration.item, { id }) as FakeItem),
      ...writtenFields(body, fake),
      id,
      version: 1,
    };
    items.push(item);
    record('created', item);
    return ok(item, messages.created);
  }
  const updatePath = matchPath(endpoints.update, call);
  if (updatePath) {
    need('edit');
    const index = indexOf(updatePath.id ?? Number(body['id']));
    const storedItem = items[index] as FakeItem;
    const version = body['version'];
    if (version !== undefined && Number(version) !== storedItem.version)
      reject(
        409,
        `This ${singular} was changed by someone else since you opened it`,
        codeAbout(singular, 'version_conflict'),
      );
    const item = {
      ...storedItem,
      ...writtenFields(body, fake),
      id: storedItem.id,
      version: (storedItem.version ?? 0) + 1,
    };
    items[index] = item;
    record('changed', item);
    return ok(item, messages.updated);
  }
  const removePath = matchPath(endpoints.remove, call);
  if (removePath) {
    need('delete');
    const [item] = items.splice(
      indexOf(hasIdInPath(endpoints.remove) ? removePath.id : Number(body['id'])),
      1,
    );
    if (item) record('deleted', item);
    return ok(null, messages.deleted);
  }
  const referencesPath = matchPath(historyEndpointsOf(declaration).references, call);
  if (referencesPath) return ok(fakeReferences(fake.items, name, referencesPath.id));
  if (matchPath(historyEndpointsOf(declaration).history, call))
    return ok({ items: [], total: 0, objects: { total: 0 } });
  const match = matchPath(endpoints.get, call);
  return match ? ok(items[indexOf(match.id)]) : undefined;
}

function respondValidation(
  fake: FakeApi,
  { book_code, chapter_code, text_item_code }: Record<string, unknown>,
) {
  const book = (fake.items.books as unknown as Book[]).find(({ code }) => code === book_code);
  if (!book) return reject(200, `No book found with code ${String(book_code)}.`);
  const chapter = book.chapters?.find(({ code }) => code === chapter_code);
  if (!chapter)
    return reject(200, `The book “${book.name}” has no chapter with code ${String(chapter_code)}.`);
  const text = chapter.text_items.find(({ code }) => code === text_item_code);
  if (!text) return reject(200, `No text item found with code ${String(text_item_code)}.`);
  return ok({ book_name: book.name });
}

function respondProposedCode(fake: FakeApi, resource: CodedName, { query }: FakeApiRequest) {
  const slug = slugOf(String(query['name']));
  const isTaken = fake.items[resource].some((item) => 'code' in item && item.code === slug);
  return ok({ code: isTaken ? `${slug}-2` : slug });
}

function respondNotifications(fake: FakeApi, call: FakeApiRequest): unknown {
  const { notifications } = fake;
  if (matchPath(notificationsEndpoints.list, call)) return ok(listOf(notifications));
  if (matchPath(notificationsEndpoints.add, call)) {
    for (const entry of call.body['entries'] as readonly StoredNotification[])
      if (!notifications.some(({ key }) => key === entry.key))
        notifications.unshift({ ...entry, id: notifications.length + 1, is_seen: false });
    return ok(null);
  }
  if (matchPath(notificationsEndpoints.see, call)) {
    for (const entry of notifications) entry.is_seen = true;
    return ok(null);
  }
  if (!matchPath(notificationsEndpoints.clear, call)) return undefined;
  notifications.length = 0;
  return ok(null);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns records of all types whose name contains the text, for the command menu. */
function respondSearch(fake: FakeApi, { query }: FakeApiRequest) {
  const text = textOf(query['search']);
  const did_you_mean = fake.corrections[text];
  const needle = (did_you_mean ?? text).toLowerCase();
  const groups = searchedKinds.flatMap((kind) => {
    const all = kind === 'authors' ? [] : fake.items[kind];
    const items = all.flatMap((item) => {
      const name = textOf(item['name'] ?? item['title']);
      if (!name.toLowerCase().includes(needle)) return [];
      return [{ kind, id: item.id, name, code: textOf(item['code']), detail: '', thumbnail_url: null }];
    });
    return items.length > 0 ? [{ kind, items: items.slice(0, 5), did_you_mean }] : [];
  });
  return ok(groups);
}

function respondPresence(fake: FakeApi, { body }: FakeApiRequest) {
  const { kind, id } = openRecord.parse(body);
  const item = fake.items[kind].find((fakeItem) => fakeItem.id === id);
  if (!item) return reject(404, 'The record does not exist.', codeOfStatus(404));
  return ok({ version: item.version ?? 1, users: fake.presentUsers });
}

function respondJob(fake: FakeApi, call: FakeApiRequest): unknown {
  if (matchPath(jobEndpoints.list, call)) {
    const { state: requestedState } = call.query;
    const states = typeof requestedState === 'string' ? requestedState.split(',') : [];
    const items = fake.jobs.filter(({ state }) => states.length === 0 || states.includes(state));
    return ok({ items, total: items.length, objects: { total: items.length } });
  }
  for (const [what, state] of [
    ['cancel', 'cancelled'],
    ['retry', 'queued'],
  ] as const) {
    const match = matchPath(jobEndpoints[what], call);
    const job = match && fake.jobs.find(({ id }) => id === match.id);
    if (!job) continue;
    Object.assign(job, { state, error: null, changed_at: new Date().toISOString() });
    return ok(job);
  }
  return undefined;
}

/**
 * Returns the body of a response.
 * @throws FakeError for an error response
 */
export function responseOf(fake: FakeApi, call: FakeApiRequest): unknown {
  const { body } = call;
  const routes: [Endpoint, () => unknown][] = [
    [
      authEndpoints.login,
      () =>
        body['email'] === fake.user.email && body['password'] === fake.password
          ? ok({ access_token: 'fake-token', token_type: 'Bearer', expires_in: 43_200, user: fake.user })
          : reject(401, 'These credentials do not match our records'),
    ],
    [authEndpoints.logout, () => ok(null)],
    [authEndpoints.me, () => ok(fake.user)],
    [reportEndpoints.longestBook, () => ok(fake.reports.longestBook)],
    [reportEndpoints.averageReadingTime, () => ok(fake.reports.averages)],
    [reportEndpoints.mostProlificAuthors, () => ok(fake.reports.authors)],
    [catalogueHealthEndpoints.report, () => ok(fakeHealthReport(fake))],
    [catalogueHealthEndpoints.issues, () => ok(fakeIssues(fake, call))],
    [catalogueHealthEndpoints.dismiss, () => ok(dismissFake(fake, call))],
    [overviewEndpoint, () => ok(fake.overview)],
    [analyticsEndpoint, () => ok(fake.reports.analytics)],
    [analyticsGroupsEndpoint, () => ok(fakeGroups(fake, call))],
    [workByUserEndpoint, () => ok(fake.reports.work)],
    [auditLogEndpoints.actors, () => ok([])],
    [auditLogEndpoints.list, () => noUsers],
    [auditLogEndpoints.summary, () => ok({ users: [] })],
    [userEndpoints.list, () => noUsers],
    [roleEndpoints.list, () => noUsers],
    [searchEndpoint, () => respondSearch(fake, call)],
    [presenceEndpoints.report, () => respondPresence(fake, call)],
    [presenceEndpoints.leave, () => ok(null)],
    [languageCountsEndpoint, () => ok([])],
    [validateItemEndpoint, () => respondValidation(fake, body)],
    [homePreviewEndpoint, () => ok(fakeHomePreview(fake, body))],
    [proposedCodeEndpoints.categories, () => respondProposedCode(fake, 'categories', call)],
    [proposedCodeEndpoints['sub-categories'], () => respondProposedCode(fake, 'sub-categories', call)],
  ];
  const background = respondJob(fake, call) ?? respondNotifications(fake, call);
  if (background !== undefined) return background;
  const ofViews = respondViews(fake.views, call);
  if (ofViews) return { success: true, ...ofViews };
  const ofReleases = respondReleases(fake, call, (status, errorInfo) => {
    throw new FakeError(status, errorInfo);
  });
  if (ofReleases) return { success: true, message: 'OK', ...ofReleases };
  const ofPreviewLinks = respondPreviewLinks(fake, call);
  if (ofPreviewLinks) return { success: true, ...ofPreviewLinks };
  const route = routes.find(([endpoint]) => matchPath(endpoint, call));
  if (route) return route[1]();
  const ofContributors = respondContributors(fake, call, (status, errorInfo) => {
    throw new FakeError(status, errorInfo);
  });
  if (ofContributors) return ok(ofContributors.data);
  const ofImports = respondImports(fake.imports, call, (status, errorInfo) => {
    throw new FakeError(status, errorInfo);
  });
  if (ofImports) return ok(ofImports.data);
  const ofBookContents = respondBookContent(fake.bookContents, call, (status, message, code, details) => {
    throw new FakeError(status, { message, code, details });
  });
  if (ofBookContents !== undefined) return ofBookContents;
  for (const { declaration } of moduleSlices) {
    const response = declaration && respondResource(fake, declaration, call);
    if (response !== undefined) return response;
  }
  return reject(404, `Nothing answers ${call.method} ${call.path}`);
}
