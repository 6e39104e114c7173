import type { DemoStoryBook, DemoStoryItem } from './demo-types.ts';

/** `book/chapter/text`, with a star where the item is featured. */
function storyBook(title: string, description: string, ...references: string[]): DemoStoryBook {
  const items = references.map((reference): DemoStoryItem => {
    const [book = '', chapter = '', text = ''] = reference.replace('*', '').split('/');
    return { book, chapter: Number(chapter), textItem: Number(text), isFeatured: reference.endsWith('*') };
  });
  return { title, description, items };
}

export const demoStoryBooks: readonly DemoStoryBook[] = [
  storyBook(
    'Water at the Door',
    'Four houses that the sea knows by name.',
    'a-casa-das-mares/1/1*',
    'the-lighthouse-keepers-almanac/2/1',
    'cuaderno-de-sal/1/1',
    'vapurun-son-seferi/3/2',
  ),
  storyBook(
    'The Kindness of Kettles',
    'Tea, soup, bread and other warm arguments.',
    'the-lighthouse-keepers-almanac/1/2*',
    'vapurun-son-seferi/2/1',
    'pequeno-tratado-do-pao/3/1',
  ),
  storyBook(
    'Things That Were Never Lost',
    'What comes back, and how politely it knocks.',
    'a-casa-das-mares/2/2',
    'the-clockmaker-of-pennyfold/3/2*',
    'o-gato-que-lia-mapas/3/1',
  ),
  storyBook(
    'Lights Left On',
    'For everyone who is awake at the wrong hour.',
    'the-lighthouse-keepers-almanac/3/2*',
    'yildizlara-bakan-kasaba/4/2',
    'the-lighthouse-keepers-almanac/4/2',
  ),
  storyBook(
    'Gece Gökyüzü',
    'Damdan anlatılan dört kısa ders.',
    'yildizlara-bakan-kasaba/1/2*',
    'yildizlara-bakan-kasaba/2/2',
    'yildizlara-bakan-kasaba/3/1',
    'yildizlara-bakan-kasaba/4/1',
  ),
  storyBook(
    'Bir Varmış, Bir Yokmuş',
    'Bin bir taneden seçilmiş üç tane.',
    'nar-agacinin-masali/1/1*',
    'nar-agacinin-masali/2/2',
    'nar-agacinin-masali/3/2',
  ),
  storyBook(
    'Pão, Mapa e Maré',
    'Três maneiras portuguesas de encontrar o caminho de casa.',
    'pequeno-tratado-do-pao/4/2*',
    'o-gato-que-lia-mapas/3/2',
    'a-casa-das-mares/4/2',
  ),
  storyBook(
    'Libros, Naranjas y Sal',
    'Tres robos con un móvil excelente.',
    'la-biblioteca-bajo-la-lluvia/2/2',
    'el-inspector-y-los-naranjos/4/1*',
    'cuaderno-de-sal/3/2',
  ),
  storyBook(
    'The Whole Story So Far',
    'Four and a half billion years in four stops.',
    'a-short-walk-through-deep-time/1/1',
    'a-short-walk-through-deep-time/2/2',
    'a-short-walk-through-deep-time/3/2',
    'a-short-walk-through-deep-time/4/2*',
  ),
  storyBook(
    'Once upon a What?',
    'Pennyfold’s missing hour, in spoonfuls.',
    'the-clockmaker-of-pennyfold/1/2*',
    'the-clockmaker-of-pennyfold/2/2',
    'the-clockmaker-of-pennyfold/4/2',
  ),
];
