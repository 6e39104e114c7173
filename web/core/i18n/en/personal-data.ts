/** The export of what is stored about a user. */
export const personalData = {
  heading: 'Personal data',
  lead: 'Download the account, sessions, changes, drafts and saved views as a JSON file.',
  export: 'Export personal data',
  failed: 'Failed to export personal data',
} as const;
