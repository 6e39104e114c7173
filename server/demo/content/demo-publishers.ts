import type { DemoBook, DemoPublisher } from './demo-types.ts';

export const demoPublishers: readonly DemoPublisher[] = [
  {
    name: 'North Shore Audio',
    website: 'https://north-shore.example.org',
    description: 'Novels, mysteries and stories for children, read aloud since 1987.',
    language: 3,
    imprints: [
      { name: 'Whistledown', category: 'mystery' },
      { name: 'Lantern', category: 'cocuk' },
      { name: 'North Shore Classics', category: 'fiction' },
    ],
  },
  {
    name: 'Marmara Ses',
    website: 'https://marmara-ses.example.org',
    description: 'Türkçe sesli kitaplar.',
    language: 1,
    imprints: [
      { name: 'Küçük Fener', category: 'cocuk' },
      { name: 'Divan', category: 'poesia' },
    ],
  },
  {
    name: 'Casa Mirador',
    website: 'https://casa-mirador.example.org',
    description: 'Audiolibros en español.',
    language: 4,
    imprints: [{ name: 'Noche Abierta', category: 'mystery' }],
  },
];

/** Returns the names of the publisher and the imprint of a book. Some books have none. */
export function publisherOf({ language, categoryCode }: Pick<DemoBook, 'language' | 'categoryCode'>) {
  const publisher = demoPublishers.find((candidate) => candidate.language === language);
  const imprint = publisher?.imprints.find(({ category }) => category === categoryCode);
  return { publisher: publisher?.name ?? '', imprint: imprint?.name ?? '' };
}
