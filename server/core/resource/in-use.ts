import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** Refuses to delete what something else uses. @throws AppError 409 with a sentence that says by what */
export function assertNotInUse(noun: string, users: Readonly<Record<string, number>>): void {
  const parts = Object.entries(users)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const [one = '', many = ''] = name.split('|');
      return `${count} ${count === 1 ? one : many}`;
    });
  if (parts.length === 0) return;
  throw appError(knownErrors.inUse(noun, parts));
}
