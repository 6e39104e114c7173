/** The requests that create a custom field of each type. All are filters. */
export const customFieldOfEachType = [
  { label: 'Note', type: 'text', is_filter: true },
  { label: 'Season', type: 'number', is_filter: true },
  { label: 'Signed on', type: 'date', is_filter: true },
  { label: 'Is exclusive', type: 'yes_no', is_filter: true },
  { label: 'Mood', type: 'choice', is_filter: true, choices: [{ name: 'Calm' }, { name: 'Dark' }] },
  { label: 'Page', type: 'link', is_filter: true },
] as const;
