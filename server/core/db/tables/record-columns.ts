/** The first and last columns of the tables of all resources except books. */
export const recordKey = { id: { type: 'serial' } } as const;

export const recordColumns = {
  /** The text that searches match. */
  search_key: { type: 'text', apiName: false },
  version: { type: 'integer' },
  created_at: { type: 'text', apiName: false },
  updated_at: { type: 'text' },
} as const;
