import type { StoredNotification } from '#contract/notifications/notifications';
import type { Analytics, WorkByUser } from '#contract/analytics/analytics';
import type { User } from '#contract/auth/auth';
import type { Endpoint } from '#contract/core/define-resource';
import type { HealthIssue } from '#contract/catalogue-health/catalogue-health';
import type { Job } from '#contract/jobs/jobs';
import type { Overview } from '#contract/overview/overview';
import type { LanguageAverage, LongestBook, ProlificAuthor } from '#contract/reports/reports';
import type { View } from '#contract/saved-views/saved-views';
import type { FakeApiRequest, FakeErrorResponse, FakeMatch } from './fake-call.ts';
import type { FakeImports } from './fake-imports.ts';
import type { FakeBookContents } from './fake-book-content.ts';
import type { FakeItems } from './fake-records.ts';

export interface FakeApi {
  /** Every call, oldest first; `calls.length = 0` forgets. */
  readonly calls: FakeApiRequest[];
  /** Change freely; the next call sees it. */
  readonly items: FakeItems;
  readonly imports: FakeImports;
  readonly bookContents: FakeBookContents;
  readonly views: View[];
  user: User;
  password: string;
  readonly jobs: Job[];
  overview: Overview;
  /** The notifications of the account, newest first. */
  readonly notifications: StoredNotification[];
  readonly reports: {
    longestBook: LongestBook;
    averages: LanguageAverage[];
    authors: ProlificAuthor[];
    issues: HealthIssue[];
    analytics: Analytics;
    work: WorkByUser;
  };
  /** Of the next write's answer: its entry in the journal. */
  auditLogEntry: number | undefined;
  /** The next matching call fails so; call it several times for several failures. */
  failNext(apiError?: FakeErrorResponse): { release(): void };
  /** The next matching call gets this body in place of the real one. */
  respondNext(match: FakeMatch, body: unknown): void;
  /** Holds the next matching call back until `release()`. */
  pauseNext(match?: FakeMatch): { release(): void };
  /** The calls to a path, oldest first. */
  requestsTo(path: string | RegExp, method?: Endpoint['method']): FakeApiRequest[];
  /** Takes the network over from the fake that was created or rendered last. */
  serve(): void;
}
