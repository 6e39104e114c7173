import { codeOfStatus } from '#contract/core/status-codes';
import { allPermissions } from '#contract/core/permissions';
import { expectError } from './console-guard.ts';
import type { FakeApiRequest, FakeMatch } from './fake-call.ts';
import { createFakeImports } from './fake-imports.ts';
import { createFakeBookContents } from './fake-book-content.ts';
import { type NetworkResponse, type NetworkRequest, serveNetwork } from './fake-network.ts';
import { fakeItems, fakeUser } from './fake-records.ts';
import { fakeHome } from './fake-releases.ts';
import { emptyAnalytics } from './fake-reports.ts';
import { responseOf, FakeError } from './fake-routes.ts';
import type { FakeApi } from './fake-state.ts';

export type { FakeApi } from './fake-state.ts';

interface ResponsePlan {
  readonly match: FakeMatch;
  readonly act: () => Promise<{ body: unknown } | undefined>;
}

const isMatch = ({ method, path }: FakeMatch, call: Pick<FakeApiRequest, 'method' | 'path'>): boolean =>
  (method === undefined || method === call.method) &&
  (path === undefined || (typeof path === 'string' ? path === call.path : path.test(call.path)));

/**
 * Creates an in-memory server below the real client and its transport. It responds in the format of the contract and rejects requests
 * without permission.
 */
export function createFakeApi(permissions: readonly string[] = allPermissions): FakeApi {
  const plans: ResponsePlan[] = [];
  const take = (call: FakeApiRequest): ResponsePlan | undefined => {
    const index = plans.findIndex((preview) => isMatch(preview.match, call));
    return index < 0 ? undefined : plans.splice(index, 1)[0];
  };

  const fake: FakeApi = {
    calls: [],
    items: fakeItems(),
    imports: createFakeImports(),
    bookContents: createFakeBookContents(),
    releases: [],
    mentionableUsers: [],
    home: fakeHome(),
    views: [],
    previewLinks: [],
    releaseCalendar: { count: 0, exists: false },
    corrections: {},
    presentUsers: [],
    user: { ...fakeUser, permissions: [...permissions] },
    password: 'correct horse',
    jobs: [],
    overview: {
      imports: { needs_review: 0, ready: 0 },
      health: { errors: 0, warnings: 0, suggestions: 0 },
      jobs: { failed: 0 },
    },
    contributorDetails: new Map(),
    auditLogEntry: undefined,
    notifications: [],
    reports: {
      longestBook: {
        name: 'The Long Winter Road',
        author: { name: 'Nora Vale' },
        reading_time: 36_000,
        category: { name: 'Fiction' },
      },
      averages: [
        { language: 3, average_reading_time: '5430.25' },
        { language: 1, average_reading_time: '3600.00' },
      ],
      authors: [
        { author: { name: 'Nora Vale' }, book_count: 9 },
        { author: { name: 'Deniz Aksoy' }, book_count: 4 },
      ],
      issues: [],
      analytics: emptyAnalytics(),
      groups: {},
      work: { from: '2026-01-10', to: '2026-01-12', users: [] },
    },
    failNext({ status = 500, message, code = codeOfStatus(status), errors, isDelayed, ...match } = {}) {
      expectError(status);
      const apiError =
        status === 0 ? new Error('No answer') : new FakeError(status, { message, code, errors });
      const gate = Promise.withResolvers<undefined>();
      if (!isDelayed) gate.resolve(undefined);
      plans.push({ match, act: () => gate.promise.then(() => Promise.reject(apiError)) });
      return { release: () => gate.resolve(undefined) };
    },
    respondNext(match, body) {
      plans.push({ match, act: () => Promise.resolve({ body }) });
    },
    pauseNext(match = {}) {
      const gate = Promise.withResolvers<undefined>();
      plans.push({ match, act: () => gate.promise });
      return { release: () => gate.resolve(undefined) };
    },
    requestsTo: (path, method) =>
      fake.calls.filter((call) => isMatch(method === undefined ? { path } : { path, method }, call)),
    serve() {
      serveNetwork(async (request) => {
        const call = readCall(request);
        fake.calls.push(call);
        try {
          const previewedFile = await take(call)?.act();
          const { auditLogEntry } = fake;
          return {
            ...toResponse(200, previewedFile ? previewedFile.body : responseOf(fake, call)),
            ...(call.method !== 'GET' && auditLogEntry !== undefined && { entry: auditLogEntry }),
          };
        } catch (error) {
          if (!(error instanceof FakeError)) throw error;
          return toResponse(error.status, { success: false, data: null, ...error.body });
        }
      });
    },
  };

  fake.serve();
  return fake;
}

const toResponse = (status: number, body: unknown): NetworkResponse => ({
  status,
  text: JSON.stringify(body) ?? '',
});

const asNumber = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : text);

function readCall({ method, url, headers, body }: NetworkRequest): FakeApiRequest {
  const query = [...url.searchParams].filter(([key]) => key !== 'is_admin');
  return {
    method: method as FakeApiRequest['method'],
    path: url.pathname.replace('/api', ''),
    query: Object.fromEntries(query.map(([key, value]) => [key, asNumber(value)])),
    body: typeof body === 'string' ? (JSON.parse(body || '{}') as Record<string, unknown>) : readForm(body),
    headers,
  };
}

function readForm(form: FormData | undefined): Record<string, unknown> {
  const names = new Set(form?.keys());
  const read = (name: string) => (name.endsWith('[]') ? form?.getAll(name) : form?.get(name));
  return Object.fromEntries([...names].map((name) => [name, read(name)]));
}
