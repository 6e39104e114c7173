export const permissions = {
  permission: 'Permission',
  edit: 'Edit',
  delete: 'Delete',
  may: '{{what}}: {{kind}}',
  isException: 'Override',
  areas: {
    books: 'Books',
    categories: 'Categories',
    'sub-categories': 'Sub-categories',
    collections: 'Collections',
    'story-books': 'Story books',
    'mobile-configs': 'Mobile configs',
    challenges: 'Challenges',
  },
  /** The built-in role that may only delete. */
  deletesOnly: 'Can delete only',
  product: {
    manageUsers: 'Manage users and roles',
    editSettings: 'Edit settings',
    readReports: 'View reports and the audit log',
  },
} as const;
