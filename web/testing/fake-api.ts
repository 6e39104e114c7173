import type { User } from '#contract/auth';
import type { Endpoint } from '#contract/define-resource';
import { codeOfStatus } from '#contract/failures';
import type { StoredActivity } from '#contract/activity';
import type { Analytics, WorkByPerson } from '#contract/analytics';
import type { Finding } from '#contract/doctor';
import type { Job } from '#contract/jobs';
import { allPermissions } from '#contract/permissions';
import type { View } from '#contract/views';
import type { LanguageAverage, LongestBook, ProlificAuthor } from '#contract/reports';
import { type NetworkAnswer, type NetworkRequest, serveNetwork } from './fake-network.ts';
import { expectFailure } from './console-guard.ts';
import { createFakeImports, type FakeImports } from './fake-imports.ts';
import { createFakeInsides, type FakeInsides } from './fake-inside.ts';
import { type FakeItems, fakeItems, fakeUser } from './fake-records.ts';
import { emptyAnalytics } from './fake-reports.ts';
import { answerOf, FakeRefusal } from './fake-routes.ts';

export interface FakeMatch {
  readonly method?: Endpoint['method'];
  /** Exact path below /api, or a pattern. Absent: any. */
  readonly path?: string | RegExp;
}

export interface FakeFailure extends FakeMatch {
  /** 0: no answer at all. Default 500. */
  readonly status?: number;
  readonly message?: string;
  /** Default: what the contract calls a failure of this status. */
  readonly code?: string;
  readonly errors?: Record<string, string>;
  /** Held back until `release()`. */
  readonly isHeld?: boolean;
}

export interface FakeCall {
  readonly method: Endpoint['method'];
  /** Below /api. */
  readonly path: string;
  /** Without `is_admin`, which every call carries; digits are read as a number. */
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON as it was, or a form's fields by name; a repeated `x[]` is a list. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FakeApi {
  /** Every call, oldest first; `calls.length = 0` forgets. */
  readonly calls: FakeCall[];
  /** Change freely; the next call sees it. */
  readonly items: FakeItems;
  readonly imports: FakeImports;
  readonly insides: FakeInsides;
  readonly views: View[];
  user: User;
  password: string;
  readonly jobs: Job[];
  /** What the account’s activity holds, newest first. */
  readonly activity: StoredActivity[];
  readonly reports: {
    longestBook: LongestBook;
    averages: LanguageAverage[];
    authors: ProlificAuthor[];
    findings: Finding[];
    analytics: Analytics;
    work: WorkByPerson;
  };
  /** Of the next write's answer: its entry in the journal. */
  journalEntry: number | undefined;
  /** The next matching call fails so; call it several times for several failures. */
  failNext(failure?: FakeFailure): { release(): void };
  /** The next matching call gets this body in place of the real one. */
  answerNext(match: FakeMatch, body: unknown): void;
  /** Holds the next matching call back until `release()`. */
  holdNext(match?: FakeMatch): { release(): void };
  /** The calls to a path, oldest first. */
  callsTo(path: string | RegExp, method?: Endpoint['method']): FakeCall[];
  /** Takes the network over from the fake that was created or rendered last. */
  serve(): void;
}

interface Plan {
  readonly match: FakeMatch;
  readonly act: () => Promise<{ body: unknown } | undefined>;
}

const isMatch = ({ method, path }: FakeMatch, call: Pick<FakeCall, 'method' | 'path'>): boolean =>
  (method === undefined || method === call.method) &&
  (path === undefined || (typeof path === 'string' ? path === call.path : path.test(call.path)));

/**
 * A server in memory below the real client and its transport. It answers in the contract's shapes, refuses what the user may
 * not do.
 */
export function createFakeApi(permissions: readonly string[] = allPermissions): FakeApi {
  const plans: Plan[] = [];
  const take = (call: FakeCall): Plan | undefined => {
    const index = plans.findIndex((plan) => isMatch(plan.match, call));
    return index < 0 ? undefined : plans.splice(index, 1)[0];
  };

  const fake: FakeApi = {
    calls: [],
    items: fakeItems(),
    imports: createFakeImports(),
    insides: createFakeInsides(),
    views: [],
    user: { ...fakeUser, permissions: [...permissions] },
    password: 'correct horse',
    jobs: [],
    journalEntry: undefined,
    activity: [],
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
      findings: [],
      analytics: emptyAnalytics(),
      work: { from: '2026-01-10', to: '2026-01-12', people: [] },
    },
    failNext({ status = 500, message, code = codeOfStatus(status), errors, isHeld, ...match } = {}) {
      expectFailure(status);
      const failure =
        status === 0 ? new Error('No answer') : new FakeRefusal(status, { message, code, errors });
      const gate = Promise.withResolvers<undefined>();
      if (!isHeld) gate.resolve(undefined);
      plans.push({ match, act: () => gate.promise.then(() => Promise.reject(failure)) });
      return { release: () => gate.resolve(undefined) };
    },
    answerNext(match, body) {
      plans.push({ match, act: () => Promise.resolve({ body }) });
    },
    holdNext(match = {}) {
      const gate = Promise.withResolvers<undefined>();
      plans.push({ match, act: () => gate.promise });
      return { release: () => gate.resolve(undefined) };
    },
    callsTo: (path, method) =>
      fake.calls.filter((call) => isMatch(method === undefined ? { path } : { path, method }, call)),
    serve() {
      serveNetwork(async (request) => {
        const call = readCall(request);
        fake.calls.push(call);
        try {
          const planned = await take(call)?.act();
          const { journalEntry } = fake;
          return {
            ...toAnswer(200, planned ? planned.body : answerOf(fake, call)),
            ...(call.method !== 'GET' && journalEntry !== undefined && { entry: journalEntry }),
          };
        } catch (error) {
          if (!(error instanceof FakeRefusal)) throw error;
          return toAnswer(error.status, { success: false, data: null, ...error.body });
        }
      });
    },
  };

  fake.serve();
  return fake;
}

const toAnswer = (status: number, body: unknown): NetworkAnswer => ({
  status,
  text: JSON.stringify(body) ?? '',
});

const asNumber = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : text);

function readCall({ method, url, headers, body }: NetworkRequest): FakeCall {
  const query = [...url.searchParams].filter(([key]) => key !== 'is_admin');
  return {
    method: method as FakeCall['method'],
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
