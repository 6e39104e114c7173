/** Returns the name or title of a record of any resource; undefined for other values. */
export const recordName = (record: unknown): string | undefined => {
  const { name, title } = (record ?? {}) as { name?: unknown; title?: unknown };
  return [name, title].find((text) => typeof text === 'string');
};
