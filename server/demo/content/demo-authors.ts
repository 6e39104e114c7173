import type { DemoAuthor, DemoLanguage } from './demo-types.ts';

const names: Readonly<Record<DemoLanguage, readonly string[]>> = {
  1: [
    'Nermin Akyolu',
    'Selim Karatepe',
    'Defne Sarıgöl',
    'Cihan Uğurcan',
    'Ayşe Tunalıgil',
    'Mert Özdalga',
    'Şule İnceyol',
    'Tarık Bozkırlı',
    'Gülbahar Çamdereli',
  ],
  2: [
    'Inês Valadares Couto',
    'Tomás Ribeirinho',
    'Leonor Castanheda',
    'Duarte Monforte',
    'Beatriz Arruda Salema',
    'Caio Figueiral',
    'Marisa Penalva',
    'Joaquim Teixoso',
    'Luzia Camposana',
  ],
  3: [
    'Eleanor Whitcombe',
    'Tobias Hale',
    'Marguerite Ashdown',
    'Jonah Pemberley',
    'Isla Crannock',
    'Rupert Fennimore',
    'Nadia Brightwater',
    'Callum Strathdee',
    'Beatrix Holloway',
    'Desmond Arkwright',
    'Winifred Lorne',
    'Silas Merrivale',
    'Priya Ravensworth',
  ],
  4: [
    'Lucía Montalbán Rey',
    'Andrés Olivarde',
    'Carmen Peñalosa Vidal',
    'Íñigo Saldarriaga',
    'Rosario Belmar',
    'Mateo Quirogal',
    'Elvira Santacana',
    'Joaquín Ruidera',
    'Noelia Estepar',
  ],
};

export const demoAuthors: readonly DemoAuthor[] = ([1, 2, 3, 4] as const).flatMap((language) =>
  names[language].map((name) => ({ name, language })),
);
