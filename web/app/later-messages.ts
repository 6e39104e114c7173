import { laterCommonMessages } from '#web/core/i18n/en/later.ts';
import { messages as analytics } from '#web/features/analytics/analytics.messages.ts';
import { messages as history } from '#web/features/audit-log/audit-log.messages.ts';
import { messages as login } from '#web/features/auth/auth.messages.ts';
import { messages as profile } from '#web/features/auth/profile/profile.messages.ts';
import { messages as backup } from '#web/features/backup/backup.messages.ts';
import { messages as contentEditor } from '#web/features/book-content/book-content.messages.ts';
import { audioLevelsMessages as audioLevels } from '#web/features/books/audio-levels.messages.ts';
import { bookFormMessages } from '#web/features/books/book-form.messages.ts';
import { editionsMessages as editions } from '#web/features/books/editions.messages.ts';
import { sampleMessages as sample } from '#web/features/books/sample.messages.ts';
import { bulkMessages } from '#web/features/bulk/bulk.messages.ts';
import { messages as categories } from '#web/features/categories/categories.messages.ts';
import { messages as challenges } from '#web/features/challenges/challenges.messages.ts';
import { messages as collections } from '#web/features/collections/collections.messages.ts';
import { messages as contributors } from '#web/features/contributors/contributors.messages.ts';
import { messages as customFields } from '#web/features/custom-fields/custom-fields.messages.ts';
import { messages as dashboard } from '#web/features/dashboard/dashboard.messages.ts';
import { messages as imports } from '#web/features/imports/imports.messages.ts';
import { messages as mobileConfigs } from '#web/features/mobile-configs/mobile-configs.messages.ts';
import { messages as proofing } from '#web/features/proofing/proofing.messages.ts';
import { messages as publishers } from '#web/features/publishers/publishers.messages.ts';
import { messages as releases } from '#web/features/releases/releases.messages.ts';
import { messages as reports } from '#web/features/reports/reports.messages.ts';
import { messages as series } from '#web/features/series/series.messages.ts';
import { messages as settings } from '#web/features/settings/settings.messages.ts';
import { messages as spreadsheets } from '#web/features/spreadsheets/spreadsheets.messages.ts';
import { messages as storyBooks } from '#web/features/story-books/story-books.messages.ts';
import { messages as subCategories } from '#web/features/sub-categories/sub-categories.messages.ts';
import { messages as subjects } from '#web/features/subjects/subjects.messages.ts';
import { rolesMessages as roles } from '#web/features/users/roles.messages.ts';
import { securityLogMessages as securityLog } from '#web/features/users/security-log.messages.ts';
import { userScreenMessages as user } from '#web/features/users/user.messages.ts';
import { messages as users } from '#web/features/users/users.messages.ts';

/** The texts that the books screen does not show. They are loaded with the first other screen or dialog. */
export const laterMessages = {
  ...laterCommonMessages,
  analytics,
  audioLevels,
  backup,
  books: { ...bookFormMessages, select: bulkMessages },
  categories,
  challenges,
  collections,
  contentEditor,
  contributors,
  customFields,
  dashboard,
  editions,
  history,
  imports,
  login,
  mobileConfigs,
  profile,
  proofing,
  publishers,
  releases,
  reports,
  roles,
  sample,
  securityLog,
  series,
  settings,
  spreadsheets,
  storyBooks,
  subCategories,
  subjects,
  user,
  users,
} as const;
