import { id } from '#contract/core/fields';

/** Returns the ID in a path. An invalid ID matches no record, so the response is that for an unknown ID. */
export function idIn(body: unknown): number {
  const value = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  const parseResult = id.safeParse(value);
  return parseResult.success ? parseResult.data : 0;
}
