import type { DemoChallenge } from './demo-types.ts';
import { toSlug } from './to-slug.ts';

function challenge(
  title: string,
  { dayCount, description }: Pick<DemoChallenge, 'dayCount' | 'description'>,
  books: readonly string[],
): DemoChallenge {
  return { title, description, dayCount, image: `challenges/${toSlug(title)}.webp`, books };
}

export const demoChallenges: readonly DemoChallenge[] = [
  challenge(
    'A Week of Small Beginnings',
    {
      dayCount: 7,
      description:
        'Seven short books that ask for very little and leave a habit behind. One a day, before the first message of the morning.',
    },
    [
      'finish-something-small',
      'the-two-minute-desk',
      'sit-by-the-window',
      'her-sabah-bir-adim',
      'o-habito-e-o-monge',
      'el-metodo-de-la-libreta',
      'learn-it-twice',
    ],
  ),
  challenge(
    'Five Nights under the Stars',
    {
      dayCount: 5,
      description:
        'A clear evening, a blanket and one book for each night, from the nearest moon to the farthest light.',
    },
    [
      'the-moon-has-no-weather',
      'yildizlara-bakan-kasaba',
      'ninety-two-questions-about-the-sky',
      'el-telescopio-de-la-azotea',
      'how-stars-learn-to-burn',
    ],
  ),
  challenge(
    'The Ten-Day Whodunnit',
    {
      dayCount: 10,
      description:
        'A crime a day. Write down your suspect before the last chapter, and keep the list where nobody can improve it afterwards.',
    },
    [
      'murder-at-the-whist-drive',
      'el-inspector-y-los-naranjos',
      'the-drowned-parish',
      'o-caso-do-azulejo-partido',
      'sis-dudugu',
      'a-letter-marked-return',
      'la-viuda-del-relojero',
      'nevoeiro-em-matosinhos',
      'the-seventh-bell-ringer',
      'humo-en-la-calle-betis',
    ],
  ),
  challenge(
    'Read Aloud for a Fortnight',
    {
      dayCount: 14,
      description:
        'Stories to read to somebody smaller. Two evenings for each book, and voices are compulsory.',
    },
    [
      'the-clockmaker-of-pennyfold',
      'one-small-door',
      'o-gato-que-lia-mapas',
      'nar-agacinin-masali',
      'the-bear-who-kept-the-library',
      'el-buho-que-temia-la-noche',
      'uykusu-kacan-kirpi',
    ],
  ),
  challenge(
    'Bir Hafta Şiir',
    {
      dayCount: 7,
      description: 'Her güne bir kitap, her kitaptan en az üç şiir. Yolda, kuyrukta, vapurda okunabilir.',
    },
    [
      'ruzgarin-eksik-hecesi',
      'uc-satir-deniz',
      'bahcede-unutulan-sandalye',
      'salt-and-slate',
      'caderno-de-mares',
      'oficio-de-olas',
      'cuaderno-de-sal',
    ],
  ),
  challenge(
    'Três Dias à Mesa',
    {
      dayCount: 3,
      description: 'Um fim de semana prolongado de pão, sopas e conversa. Ler com migalhas é permitido.',
    },
    ['pequeno-tratado-do-pao', 'receitas-de-quem-nao-tinha', 'doze-chavenas'],
  ),
  challenge(
    'Un Mes de Historia',
    {
      dayCount: 30,
      description: 'Cinco libros, treinta días y muchas cocinas. Para leer despacio y contarlo en la cena.',
    },
    [
      'mercaderes-del-mediodia',
      'el-mapa-de-las-especias',
      'la-casa-por-dentro',
      'ordinary-romans',
      'a-cidade-depois-do-tremor',
    ],
  ),
  challenge(
    'Twenty-One Days of Better Work',
    {
      dayCount: 21,
      description:
        'Three weeks, three themes: decide, listen, and stop at five. A book for each half of a week.',
    },
    [
      'the-curious-manager',
      'ten-people-or-fewer',
      'dirigir-sin-levantar-la-voz',
      'the-corner-shop-principle',
      'lead-like-a-lighthouse',
      'the-art-of-being-unavailable',
    ],
  ),
  challenge(
    'Four Languages, Four Days',
    {
      dayCount: 4,
      description:
        'One complete book in each language of the catalogue. Follow the text while you listen, and see how far you get.',
    },
    [
      'the-lighthouse-keepers-almanac',
      'vapurun-son-seferi',
      'a-casa-das-mares',
      'la-biblioteca-bajo-la-lluvia',
    ],
  ),
];
