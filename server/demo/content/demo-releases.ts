import type { DemoRelease } from './demo-types.ts';

export const demoReleases: readonly DemoRelease[] = [
  {
    name: 'Mystery Nights',
    note: 'Dark evenings from October on. Waiting for two covers.',
    colour: 'purple',
    collection: {
      title: 'Long Nights, Short Alibis',
      description:
        'For evenings when the rain is louder than the radio. Nobody leaves the village until it is solved.',
      image: 'collections/tea-and-suspicion.webp',
      books: [
        'the-seventh-bell-ringer',
        'cold-tea-and-evidence',
        'o-caso-do-azulejo-partido',
        'la-viuda-del-relojero',
        'a-letter-marked-return',
      ],
    },
    home: { title: 'Home, Backup Service', block: 'For dark evenings' },
    subCategories: {
      'cold-tea-and-evidence': 'small-town-mysteries',
      'a-letter-marked-return': 'espionage',
    },
    comment: 'The collection is complete. Two of its books have only provisional covers.',
  },
  {
    name: 'Week of the Sea',
    note: 'A collection for one week, first on the home screen.',
    colour: 'teal',
    weeksUntilPublished: 3,
    collection: {
      title: 'Seven Days by the Sea',
      description: 'One book for each day of the week, from the lighthouse to the kitchen of the ferryman.',
      image: 'collections/by-the-sea.webp',
      books: [
        'the-lighthouse-keepers-almanac',
        'letters-to-the-tide',
        'the-ferrymans-daughters',
        'what-the-herring-knew',
        'a-casa-das-mares',
        'cuaderno-de-sal',
        'salt-and-slate',
      ],
    },
    home: { title: 'Home, Main Service', block: 'This week: the sea' },
    subCategories: {
      'letters-to-the-tide': 'short-stories',
      'the-ferrymans-daughters': 'family-sagas',
      'salt-and-slate': 'poemas-del-mar',
    },
    comment: 'Live on Monday at nine. A week later it is rolled back automatically.',
  },
];
