import type { User } from '#contract/auth';
import { allPermissions } from '#contract/permissions';
import type { LanguageAverage, LongestBook, ProlificAuthor } from '#contract/reports';
import { ApiError } from '../api/api-error.ts';
import type { ApiCall, ApiClient } from '../api/client.ts';
import { type FakeItems, fakeItems, fakeUser } from './fake-records.ts';
import { answerOf, bodyOf } from './fake-routes.ts';

export interface FakeMatch {
  readonly method?: ApiCall['method'];
  /** Exact path below /api, or a pattern. Absent: any. */
  readonly path?: string | RegExp;
}

export interface FakeFailure extends FakeMatch {
  /** 0: no answer at all. Default 500. */
  readonly status?: number;
  readonly message?: string;
  readonly errors?: Record<string, string>;
  readonly kind?: 'http' | 'network' | 'timeout';
}

export interface FakeCall {
  readonly method: ApiCall['method'];
  readonly path: string;
  readonly query: Record<string, unknown>;
  /** JSON as it was, or a form's fields by name; a repeated `x[]` is a list. */
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FakeApi {
  readonly client: ApiClient;
  /** Every call, oldest first; `calls.length = 0` forgets. */
  readonly calls: FakeCall[];
  /** Change freely; the next call sees it. */
  readonly items: FakeItems;
  user: User;
  password: string;
  readonly reports: { longestBook: LongestBook; averages: LanguageAverage[]; authors: ProlificAuthor[] };
  /** The next matching call fails so; call it several times for several failures. */
  failNext(failure?: FakeFailure): void;
  /** The next matching call gets this body in place of the real one. */
  answerNext(match: FakeMatch, body: unknown): void;
  /** Holds the next matching call back until `release()`. */
  holdNext(match?: FakeMatch): { release(): void };
  /** The calls to a path, oldest first. */
  callsTo(path: string | RegExp, method?: ApiCall['method']): FakeCall[];
  /** What a 401 tells the application; `renderScreen` connects it. */
  onUnauthenticated: (token: string | undefined) => void;
}

interface Plan {
  readonly match: FakeMatch;
  readonly act: () => Promise<{ body: unknown } | undefined>;
}

const isMatch = ({ method, path }: FakeMatch, call: Pick<ApiCall, 'method' | 'path'>): boolean =>
  (method === undefined || method === call.method) &&
  (path === undefined || (typeof path === 'string' ? path === call.path : path.test(call.path)));

/** An API in memory that answers in the contract's shapes and refuses what the user may not do. */
export function createFakeApi(permissions: readonly string[] = allPermissions): FakeApi {
  const plans: Plan[] = [];
  const take = (call: ApiCall): Plan[] => {
    const index = plans.findIndex((plan) => isMatch(plan.match, call));
    return index < 0 ? [] : plans.splice(index, 1);
  };

  const fake: FakeApi = {
    calls: [],
    items: fakeItems(),
    user: { ...fakeUser, permissions: [...permissions] },
    password: 'correct horse',
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
    },
    onUnauthenticated: () => {},
    failNext({ status = 500, message, errors, kind = status === 0 ? 'network' : 'http', ...match } = {}) {
      plans.push({
        match,
        act: () => Promise.reject(new ApiError({ kind, status, serverMessage: message, errors })),
      });
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
    client: {
      async call(call) {
        fake.calls.push({
          method: call.method,
          path: call.path,
          query: { ...call.query },
          body: bodyOf(call),
          headers: call.headers ?? {},
        });
        const token = localStorage.getItem('access_token') ?? undefined;
        try {
          return await untilAborted(call.signal, async () => {
            call.onUploadProgress?.(0.5);
            const [plan] = take(call);
            const planned = await (plan?.act() ?? Promise.resolve(undefined));
            return structuredClone(planned ? planned.body : answerOf(fake, call));
          });
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) fake.onUnauthenticated(token);
          throw error;
        }
      },
    },
  };
  return fake;
}

function untilAborted<Value>(signal: AbortSignal | undefined, run: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new ApiError({ kind: 'aborted', status: 0 }));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    run().then(resolve, reject);
  });
}
