/** Titles of the screens, in the sidebar and as headings. */
export const screens = {
  login: 'Login',
  dashboard: 'Dashboard',
  books: 'Books',
  categories: 'Categories',
  subCategories: 'Sub Categories',
  collections: 'Collections',
  storyBooks: 'Story Books',
  challenges: 'Challenges',
  readingChallenges: 'Reading Challenges',
  mobileConfigs: 'Mobile Configs',
  analytics: 'Analytics',
  users: 'Users',
  reports: 'Reports',
  settings: 'Settings',
} as const;
