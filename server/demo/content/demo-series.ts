import type { DemoSeries } from './demo-types.ts';

export const demoSeries: readonly DemoSeries[] = [
  {
    title: 'The Parish Mysteries',
    description: 'One village, five murders and a bell that rings when it should not.',
    isOrdered: true,
    books: [
      ['the-seventh-bell-ringer', '1'],
      ['the-drowned-parish', '2'],
      ['murder-at-the-whist-drive', '3'],
      ['cold-tea-and-evidence', '3.5'],
      ['a-letter-marked-return', '4'],
    ],
  },
  {
    title: 'Bedtime with Beatrix',
    description: 'Stories by Beatrix Holloway that end with the light out, in any order.',
    isOrdered: false,
    books: [
      ['one-small-door', ''],
      ['the-night-bus-to-anywhere', ''],
      ['the-bear-who-kept-the-library', ''],
      ['the-clockmaker-of-pennyfold', ''],
    ],
  },
];
