import type { HealthCheck } from './catalogue-health.ts';

/** Severities of issues, the highest first. */
export const severities = ['error', 'warning', 'suggestion'] as const;
export type Severity = (typeof severities)[number];

/** Checks whose issues show wrong or missing content in apps. */
const errorChecks: readonly HealthCheck[] = [
  'book_chapter_count_differs',
  'collection_without_books',
  'story_book_without_items',
  'story_item_leads_nowhere',
  'challenge_days_differ',
  'home_block_empty',
  'home_block_shortened',
  'home_names_backup_only',
  'home_challenge_inactive',
];

/** Checks whose issues make content better, but not more correct. */
const suggestionChecks: readonly HealthCheck[] = [
  'book_cover_small',
  'book_without_description',
  'book_without_category',
  'book_without_narrator',
  'book_chapter_without_text',
  'collection_without_description',
];

/** Returns the severity of the issues of a check. */
export function severityOf(check: HealthCheck): Severity {
  if (errorChecks.includes(check)) return 'error';
  return suggestionChecks.includes(check) ? 'suggestion' : 'warning';
}
