import type { StoredNotification } from '#contract/notifications/notifications';
import type { Analytics, AnalyticsGroups, WorkByUser } from '#contract/analytics/analytics';
import type { User } from '#contract/auth/auth';
import type { ContributorDetails } from '#contract/contributors/contributors';
import type { Endpoint } from '#contract/core/define-resource';
import type { HealthIssue } from '#contract/catalogue-health/catalogue-health';
import type { Job } from '#contract/jobs/jobs';
import type { MobileHome } from '#contract/mobile-home/mobile-home';
import type { CreatedPreviewLink } from '#contract/mobile-home/preview-links';
import type { Overview } from '#contract/overview/overview';
import type { LanguageAverage, LongestBook, ProlificAuthor } from '#contract/reports/reports';
import type { View } from '#contract/saved-views/saved-views';
import type { FakeApiRequest, FakeErrorResponse, FakeMatch } from './fake-call.ts';
import type { FakeImports } from './fake-imports.ts';
import type { FakeBookContents } from './fake-book-content.ts';
import type { MentionedUser, ReleaseComment } from '#contract/releases/comments';
import type { Release, ReleaseChange, ReleaseChecks, ReleaseIssue } from '#contract/releases/releases';
import type { FakeItems } from './fake-records.ts';

type FakeContributorDetails = Required<
  Pick<ContributorDetails, 'sort_name' | 'other_names' | 'isni' | 'biography'>
> &
  Pick<ContributorDetails, 'image' | 'thumbnail_url' | 'links' | 'localized_biographies'>;

export interface FakeRelease {
  release: Release;
  changes: ReleaseChange[];
  /** The records as they would be with the release, for the types that were read or changed in it. */
  readonly items: Partial<FakeItems>;
  checks: ReleaseChecks;
  comments: ReleaseComment[];
  /** The records that a rollback leaves unchanged. */
  unchanged: ReleaseIssue[];
}

export interface FakeApi {
  /** The requests, oldest first. `calls.length = 0` clears them. */
  readonly calls: FakeApiRequest[];
  /** The records. Changes apply to the next request. */
  readonly items: FakeItems;
  readonly imports: FakeImports;
  readonly bookContents: FakeBookContents;
  readonly releases: FakeRelease[];
  /** The users who can be mentioned in comments. */
  readonly mentionableUsers: MentionedUser[];
  /** The home screen for apps at every time and in every release. */
  home: MobileHome;
  readonly views: View[];
  /** The details of contributors by ID. Names and roles are those of the books. */
  readonly contributorDetails: Map<number, FakeContributorDetails>;
  /** The preview links of the user, oldest first. */
  readonly previewLinks: CreatedPreviewLink[];
  /** The number of calendar addresses that were created, and whether the last one exists. */
  readonly releaseCalendar: { count: number; exists: boolean };
  /** The other users who have the records open. */
  readonly presentUsers: { id: number; name: string }[];
  /** Corrected searches by the searched text, with which a list and the command menu respond. */
  readonly corrections: Record<string, string>;
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
    /** The groups of Analytics; without an entry a grouping is empty. */
    groups: Partial<Record<AnalyticsGroups['by'], AnalyticsGroups['items']>>;
    work: WorkByUser;
  };
  /** The ID of the audit log entry in the next write's response. */
  auditLogEntry: number | undefined;
  /** Makes the next matching request fail. Several calls make several requests fail. */
  failNext(apiError?: FakeErrorResponse): { release(): void };
  /** Responds to the next matching request with this body. */
  respondNext(match: FakeMatch, body: unknown): void;
  /** Delays the response to the next matching request until `release()` is called. */
  pauseNext(match?: FakeMatch): { release(): void };
  /** Returns the requests to a path, oldest first. */
  requestsTo(path: string | RegExp, method?: Endpoint['method']): FakeApiRequest[];
  /** Handles the network instead of the fake that was created or rendered last. */
  serve(): void;
}
