/** What people call a record of any kind; undefined for what is none. */
export const recordName = (record: unknown): string | undefined => {
  const { name, title } = (record ?? {}) as { name?: unknown; title?: unknown };
  return [name, title].find((text) => typeof text === 'string');
};
