import { countOf } from '#contract/core/format-count';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/**
 * Rejects the deletion of a record that other records use.
 * @throws AppError 409 with a message that lists their numbers
 */
export function assertNotInUse(noun: string, users: Readonly<Record<string, number>>): void {
  const counts = Object.entries(users)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const [singular = '', many = ''] = name.split('|');
      return countOf(count, singular, many);
    });
  if (counts.length === 0) return;
  throw appError(knownErrors.inUse(noun, counts));
}
