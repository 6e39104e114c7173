import { activityEndpoints, type StoredActivity } from '#contract/activity';
import { type AuthorEntry, authorsEndpoints, authorsQuery } from '#contract/authors';
import { authEndpoints } from '#contract/auth';
import { codeAbout, codeOfStatus, type FailureCode } from '#contract/failures';
import { hasIdInPath, type Endpoint, type ResourceDeclaration } from '#contract/define-resource';
import { type CodedName, proposedCodeEndpoints } from '#contract/proposed-codes';
import { roleEndpoints } from '#contract/people/roles';
import { userEndpoints } from '#contract/people/users';
import { jobEndpoints } from '#contract/jobs';
import { historyEndpointsOf, journalEndpoints } from '#contract/journal';
import { analyticsEndpoint, workByPersonEndpoint } from '#contract/analytics';
import { doctorEndpoints } from '#contract/doctor';
import { reportEndpoints } from '#contract/reports';
import { refusals } from '#contract/refusals';
import { languageCountsEndpoint, searchEndpoint, searchedKinds } from '#contract/search';
import type { Book } from '#contract/resources/books';
import { validateItemEndpoint } from '#contract/resources/story-books';
import { slugOf } from '#contract/slug';
import { moduleSlices } from '../app/modules.ts';
import { complete } from '../api/complete.ts';
import type { FakeApi, FakeCall } from './fake-api.ts';
import { answerInside } from './fake-inside.ts';
import { answerImports } from './fake-imports.ts';
import { queryItems } from './fake-query.ts';
import { dismissFake, fakeDoctorReport, fakeFindings } from './fake-reports.ts';
import type { FakeItem } from './fake-records.ts';
import { answerViews } from './fake-views.ts';

interface FakeRefusalBody {
  readonly message: string | undefined;
  readonly code: string;
  readonly errors?: Record<string, string> | undefined;
  readonly details?: object | undefined;
}

/** An answer that says no. */
export class FakeRefusal extends Error {
  readonly status: number;
  readonly body: FakeRefusalBody;

  constructor(status: number, body: FakeRefusalBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const refuse = (status: number, message: string, code: FailureCode = codeOfStatus(status)): never => {
  throw new FakeRefusal(status, { message, code });
};

const ok = (data: unknown, message = 'OK') => ({ success: true, message, data });
const listOf = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  objects: { total: items.length },
});
const nobody = ok(listOf([]));

function matchPath(endpoint: Endpoint, call: FakeCall): { id: number | undefined } | undefined {
  if (endpoint.method !== call.method) return undefined;
  const pattern = new RegExp(`^${endpoint.path.replace(':id', '(\\d+)')}$`);
  const found = pattern.exec(call.path);
  return found ? { id: found[1] === undefined ? undefined : Number(found[1]) } : undefined;
}

/** What a body writes, as the record shows it: codes of books become books. */
function writtenFields(body: Record<string, unknown>, fake: FakeApi): Record<string, unknown> {
  const plain = Object.entries(body).filter(([key, value]) => !key.includes('[') && !(value instanceof Blob));
  const codes = body['book_codes[]'] as string[] | undefined;
  const named = (code: string) => fake.items.books.find((book) => book.code === code)?.name ?? code;
  return {
    ...Object.fromEntries(plain.map(([key, value]) => [key, asNumber(value)])),
    ...(codes && { books: codes.filter(Boolean).map((code) => ({ code, name: named(code) })) }),
  };
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

function answerResource(fake: FakeApi, declaration: ResourceDeclaration, call: FakeCall): unknown {
  const { endpoints, messages, name, singular } = declaration;
  const items = fake.items[name];
  const need = (kind: 'edit' | 'delete') => {
    const allowed = fake.user.permissions?.includes(`${name}:${kind}`);
    if (!allowed) refuse(403, 'You do not have permission to do this');
  };
  const indexOf = (id: number | undefined): number => {
    const index = items.findIndex((item) => item.id === id);
    return index >= 0
      ? index
      : refuse(404, `This ${singular} does not exist`, codeAbout(singular, 'not_found'));
  };
  const { body } = call;

  if (matchPath(endpoints.list, call)) {
    const { items: page, total } = queryItems(items, declaration.query.parse(call.query));
    return ok({ items: page, total, objects: { total } });
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
    return ok(item, messages.created);
  }
  const updated = matchPath(endpoints.update, call);
  if (updated) {
    need('edit');
    const index = indexOf(updated.id ?? Number(body['id']));
    const stored = items[index] as FakeItem;
    const version = body['version'];
    if (version !== undefined && Number(version) !== stored.version)
      refuse(
        409,
        `This ${singular} was changed by someone else since you opened it`,
        codeAbout(singular, 'version_conflict'),
      );
    const item = {
      ...stored,
      ...writtenFields(body, fake),
      id: stored.id,
      version: (stored.version ?? 0) + 1,
    };
    items[index] = item;
    return ok(item, messages.updated);
  }
  const removed = matchPath(endpoints.remove, call);
  if (removed) {
    need('delete');
    items.splice(indexOf(hasIdInPath(endpoints.remove) ? removed.id : Number(body['id'])), 1);
    return ok(null, messages.deleted);
  }
  const used = matchPath(historyEndpointsOf(declaration).uses, call);
  if (used) return ok({ keeps: false, uses: [] });
  if (matchPath(historyEndpointsOf(declaration).history, call))
    return ok({ items: [], total: 0, objects: { total: 0 } });
  const read = matchPath(endpoints.get, call);
  return read ? ok(items[indexOf(read.id)]) : undefined;
}

function answerValidation(
  fake: FakeApi,
  { book_code, chapter_code, text_item_code }: Record<string, unknown>,
) {
  const book = (fake.items.books as unknown as Book[]).find(({ code }) => code === book_code);
  if (!book) return refuse(200, `There is no book with the code ${String(book_code)}.`);
  const chapter = book.chapters?.find(({ code }) => code === chapter_code);
  if (!chapter)
    return refuse(200, `The book “${book.name}” has no chapter with the code ${String(chapter_code)}.`);
  const text = chapter.text_items.find(({ code }) => code === text_item_code);
  if (!text) return refuse(200, `There is no text item with the code ${String(text_item_code)}.`);
  return ok({ book_name: book.name });
}

function answerProposedCode(fake: FakeApi, resource: CodedName, { query }: FakeCall) {
  const slug = slugOf(String(query['name']));
  const isTaken = fake.items[resource].some((item) => 'code' in item && item.code === slug);
  return ok({ code: isTaken ? `${slug}-2` : slug });
}

/** The authors of the books there are, those with the most books first. */
function answerAuthors(fake: FakeApi, call: FakeCall) {
  const { search, alike, page, items_per_page: size } = authorsQuery.parse(call.query);
  const found = authorsIn(fake)
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .filter((author) => !alike || (author.alike ?? []).length > 0);
  const total = found.length;
  return ok({ items: found.slice((page - 1) * size, page * size), total, objects: { total } });
}

/** The authors of the books, those with the most first. Names are alike when they have the same letters. */
function authorsIn(fake: FakeApi): AuthorEntry[] {
  const books = Map.groupBy(fake.items.books as unknown as Book[], ({ author }) => author.id);
  const authors = [...books.values()]
    .flatMap(([book, ...rest]) => (book ? [{ ...book.author, book_count: 1 + rest.length }] : []))
    .toSorted((a, b) => b.book_count - a.book_count || a.id - b.id);
  const lettersOf = (name: string) =>
    [...name.toLowerCase()]
      .filter((one) => /\p{L}/u.test(one))
      .toSorted()
      .join('');
  return authors.map((author) => ({
    ...author,
    version: 1,
    alike: authors.filter(({ id, name }) => id !== author.id && lettersOf(name) === lettersOf(author.name)),
  }));
}

function answerAuthor(fake: FakeApi, call: FakeCall) {
  const id = Number(call.path.split('/').at(-1));
  const author = authorsIn(fake).find((one) => one.id === id);
  if (!author) return refuse(404, 'This author does not exist.');
  return ok(author);
}

function answerRename(fake: FakeApi, call: FakeCall) {
  const id = Number(call.path.split('/').at(-1));
  const name = String(call.body['name']);
  if (authorsIn(fake).some((one) => one.id !== id && one.name === name))
    throw new FakeRefusal(409, refusals.authorNameTaken(name));
  for (const book of fake.items.books as unknown as Book[])
    if (book.author.id === id) book.author.name = name;
  return answerAuthor(fake, call);
}

function answerActivity(fake: FakeApi, call: FakeCall): unknown {
  const { activity } = fake;
  if (matchPath(activityEndpoints.list, call)) return ok(listOf(activity));
  if (matchPath(activityEndpoints.add, call)) {
    for (const entry of call.body['entries'] as readonly StoredActivity[])
      if (!activity.some(({ key }) => key === entry.key))
        activity.unshift({ ...entry, id: activity.length + 1, is_seen: false });
    return ok(null);
  }
  if (matchPath(activityEndpoints.see, call)) {
    for (const entry of activity) entry.is_seen = true;
    return ok(null);
  }
  if (!matchPath(activityEndpoints.clear, call)) return undefined;
  activity.length = 0;
  return ok(null);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records of all kinds whose name contains the text, as the palette asks for them. */
function answerSearch(fake: FakeApi, { query }: FakeCall) {
  const needle = textOf(query['search']).toLowerCase();
  const groups = searchedKinds.flatMap((kind) => {
    const all = kind === 'authors' ? [] : fake.items[kind];
    const items = all.flatMap((item) => {
      const name = textOf(item['name'] ?? item['title']);
      if (!name.toLowerCase().includes(needle)) return [];
      return [{ kind, id: item.id, name, code: textOf(item['code']), detail: '', thumbnail_url: null }];
    });
    return items.length > 0 ? [{ kind, items: items.slice(0, 5) }] : [];
  });
  return ok(groups);
}

function answerJob(fake: FakeApi, call: FakeCall): unknown {
  if (matchPath(jobEndpoints.list, call)) {
    const { state: sent } = call.query;
    const states = typeof sent === 'string' ? sent.split(',') : [];
    const items = fake.jobs.filter(({ state }) => states.length === 0 || states.includes(state));
    return ok({ items, total: items.length, objects: { total: items.length } });
  }
  for (const [what, state] of [
    ['cancel', 'cancelled'],
    ['retry', 'queued'],
  ] as const) {
    const found = matchPath(jobEndpoints[what], call);
    const job = found && fake.jobs.find(({ id }) => id === found.id);
    if (!job) continue;
    Object.assign(job, { state, error: null, changed_at: new Date().toISOString() });
    return ok(job);
  }
  return undefined;
}

/** The body of the answer to a call; throws a FakeRefusal. */
export function answerOf(fake: FakeApi, call: FakeCall): unknown {
  const { body } = call;
  const routes: [Endpoint, () => unknown][] = [
    [
      authEndpoints.login,
      () =>
        body['email'] === fake.user.email && body['password'] === fake.password
          ? ok({ access_token: 'fake-token', token_type: 'Bearer', expires_in: 43_200, user: fake.user })
          : refuse(401, 'These credentials do not match our records'),
    ],
    [authEndpoints.logout, () => ok(null)],
    [authEndpoints.me, () => ok(fake.user)],
    [reportEndpoints.longestBook, () => ok(fake.reports.longestBook)],
    [reportEndpoints.averageReadingTime, () => ok(fake.reports.averages)],
    [reportEndpoints.mostProlificAuthors, () => ok(fake.reports.authors)],
    [doctorEndpoints.report, () => ok(fakeDoctorReport(fake))],
    [doctorEndpoints.findings, () => ok(fakeFindings(fake, call))],
    [doctorEndpoints.dismiss, () => ok(dismissFake(fake, call))],
    [analyticsEndpoint, () => ok(fake.reports.analytics)],
    [workByPersonEndpoint, () => ok(fake.reports.work)],
    [journalEndpoints.actors, () => ok([])],
    [journalEndpoints.list, () => nobody],
    [userEndpoints.list, () => nobody],
    [roleEndpoints.list, () => nobody],
    [searchEndpoint, () => answerSearch(fake, call)],
    [authorsEndpoints.list, () => answerAuthors(fake, call)],
    [authorsEndpoints.get, () => answerAuthor(fake, call)],
    [authorsEndpoints.rename, () => answerRename(fake, call)],
    [languageCountsEndpoint, () => ok([])],
    [validateItemEndpoint, () => answerValidation(fake, body)],
    [proposedCodeEndpoints.categories, () => answerProposedCode(fake, 'categories', call)],
    [proposedCodeEndpoints['sub-categories'], () => answerProposedCode(fake, 'sub-categories', call)],
  ];
  const background = answerJob(fake, call) ?? answerActivity(fake, call);
  if (background !== undefined) return background;
  const ofViews = answerViews(fake.views, call);
  if (ofViews) return { success: true, ...ofViews };
  const route = routes.find(([endpoint]) => matchPath(endpoint, call));
  if (route) return route[1]();
  const ofImports = answerImports(fake.imports, call, (status, refusal) => {
    throw new FakeRefusal(status, refusal);
  });
  if (ofImports) return ok(ofImports.data);
  const ofInsides = answerInside(fake.insides, call, (status, message, code, details) => {
    throw new FakeRefusal(status, { message, code, details });
  });
  if (ofInsides !== undefined) return ofInsides;
  for (const { declaration } of moduleSlices) {
    const answer = declaration && answerResource(fake, declaration, call);
    if (answer !== undefined) return answer;
  }
  return refuse(404, `Nothing answers ${call.method} ${call.path}`);
}
