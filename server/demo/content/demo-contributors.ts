/** A contributor with details. */
export interface DemoContributor {
  readonly name: string;
  readonly sort_name: string;
  readonly biography: string;
  readonly localized_biographies: readonly { readonly language: string; readonly biography: string }[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** The path below the media folder. */
  readonly image: string;
}

export const demoContributors: readonly DemoContributor[] = [
  {
    name: 'Beatrix Holloway',
    sort_name: 'Holloway, Beatrix',
    biography:
      'Beatrix Holloway writes village mysteries from a cottage above the harbour.\nShe also tells bedtime stories for children.',
    localized_biographies: [
      {
        language: 'es',
        biography: 'Beatrix Holloway escribe novelas de misterio desde una casa sobre el puerto.',
      },
      {
        language: 'tr',
        biography: 'Beatrix Holloway, liman üzerindeki evinde köy polisiyeleri yazıyor.',
      },
    ],
    links: [
      { label: 'Website', url: 'https://beatrix-holloway.example' },
      { label: 'Readings', url: 'https://readings.example/holloway' },
    ],
    image: 'contributors/beatrix-holloway.webp',
  },
];
