export const permissions = {
  permission: 'Permission',
  edit: 'Edit',
  delete: 'Delete',
  may: '{{what}}: {{kind}}',
  isException: 'Exception',
  areas: {
    books: 'Books',
    categories: 'Categories',
    'sub-categories': 'Sub-categories',
    collections: 'Collections',
    'story-books': 'Story books',
    'mobile-configs': 'Mobile configs',
    challenges: 'Challenges',
  },
  /** The built-in role that may delete and nothing else. */
  deletesOnly: 'Deletes only',
  product: {
    manageUsers: 'Manage users and roles',
    editSettings: 'Change settings',
    readReports: 'Read reports and the journal',
  },
} as const;
