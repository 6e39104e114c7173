import { refusals } from '#contract/refusals';
import { refused } from '#server/errors';

/** Refuses to delete what something else uses. @throws AppError 409 with a sentence that says by what */
export function refuseInUse(noun: string, users: Readonly<Record<string, number>>): void {
  const parts = Object.entries(users)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const [one = '', many = ''] = name.split('|');
      return `${count} ${count === 1 ? one : many}`;
    });
  if (parts.length === 0) return;
  throw refused(refusals.inUse(noun, parts));
}
