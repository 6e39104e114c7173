import type { DemoMobileConfig } from './demo-types.ts';

/** Oldest first: an app shows the newest of its service. */
export const demoMobileConfigs: readonly DemoMobileConfig[] = [
  {
    title: 'Children’s Evening',
    isMainService: false,
    blocks: [
      { title: 'Goodnight', type: 'one_collection', item: 'Goodnight, Everyone' },
      { title: 'Tonight’s story', type: 'story_book', item: 'Once upon a What?' },
      { title: 'Together', type: 'challenges', items: ['Read Aloud for a Fortnight'] },
      { title: 'Masal saati', type: 'story_book', item: 'Bir Varmış, Bir Yokmuş' },
    ],
  },
  {
    title: 'Home, Main Service',
    isMainService: true,
    blocks: [
      { title: 'Start here', type: 'one_collection', item: 'Complete and Ready to Hear' },
      { title: 'A story for today', type: 'story_book', item: 'Lights Left On' },
      {
        title: 'Browse the shelves',
        type: 'categories',
        items: ['fiction', 'mystery', 'science', 'history', 'cocuk', 'poesia'],
      },
      {
        title: 'Hand-picked',
        type: 'list_collection',
        items: ['By the Sea', 'Tea and Suspicion', 'Look Up', 'History from the Kitchen Door'],
      },
      {
        title: 'Try a challenge',
        type: 'challenges',
        items: ['A Week of Small Beginnings', 'Five Nights under the Stars', 'The Ten-Day Whodunnit'],
      },
    ],
  },
  {
    title: 'Home, Backup Service',
    isMainService: false,
    blocks: [
      { title: 'Ready to hear', type: 'one_collection', item: 'Complete and Ready to Hear' },
      {
        title: 'Categories',
        type: 'categories',
        items: ['fiction', 'cocuk', 'self-development', 'business'],
      },
      {
        title: 'Shelves by language',
        type: 'list_collection',
        items: ['İstanbul Rafı', 'Cozinha de Histórias', 'Sobremesa en Español'],
      },
    ],
  },
];
