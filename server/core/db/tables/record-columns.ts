/** What the tables of all resources but books begin with and end in. */
export const recordKey = { id: { type: 'serial' } } as const;

export const recordColumns = {
  /** What it is found by. */
  search_key: { type: 'text', wire: false },
  version: { type: 'integer' },
  created_at: { type: 'text', wire: false },
  updated_at: { type: 'text' },
} as const;
