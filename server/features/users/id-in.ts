import { id } from '#contract/core/fields';

/** The id of a path. One that cannot be one belongs to nobody, which is answered like any other unknown id. */
export function idIn(body: unknown): number {
  const value = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  const parsed = id.safeParse(value);
  return parsed.success ? parsed.data : 0;
}
