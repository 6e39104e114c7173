import { describe, expect, test } from 'vitest';
import { encodeLegacy } from '#server/testing/legacy-text';
import { decodeTexts } from './detect-encoding.ts';

/** Texts of tags, in the encodings of older programs. */
const cases: readonly { readonly encodings: readonly string[]; readonly texts: readonly string[] }[] = [
  {
    encodings: ['windows-1254', 'iso-8859-9'],
    texts: [
      'Kırmızı Pazartesi',
      'İnce Memed',
      'Şu Çılgın Türkler',
      'Saatleri Ayarlama Enstitüsü',
      'Kürk Mantolu Madonna',
      'Çalıkuşu',
      'Aşk-ı Memnu',
      'Yaşar Kemal',
      'Oğuz Atay',
      'Tutunamayanlar Birinci Bölüm',
      'Sabahattin Ali - İçimizdeki Şeytan',
      'Ağrı Dağı Efsanesi',
      'Beyaz Kale',
      'Bölüm 12: Yağmurlu bir gün',
      'KIŞ GÜNEŞİ',
      'Ahmet Hamdi Tanpınar',
      'Kuyucaklı Yusuf',
      'Ağaç',
    ],
  },
  {
    encodings: ['windows-1250', 'iso-8859-2'],
    texts: [
      'Zbrodnia i kara - rozdział pierwszy',
      'Książę i żebrak',
      'Henryk Sienkiewicz: Potop, część druga',
      'Opowieść o dwóch miastach',
      'Stanisław Lem',
      'Bolesław Prus',
      'Dziady część III',
      'Ziemia obiecana - Władysław Reymont',
      'Wichrowe Wzgórza',
      'GŁOS Z CIEMNOŚCI',
      'Nesnesitelná lehkost bytí',
      'Příběhy obyčejného šílenství',
      'Osudy dobrého vojáka Švejka',
      'Božena Němcová',
      'Malý princ a růže',
      'Karel Čapek: Válka s mloky',
      'Kapitola první: Dům u řeky',
      'Bohumil Hrabal - Příliš hlučná samota',
      'Jaroslav Hašek',
      'A Pál utcai fiúk',
      'Az ember tragédiája',
      'Egri csillagok - első fejezet',
      'Szabó Magda: Az ajtó',
      'Móricz Zsigmond - Légy jó mindhalálig',
      'Örkény István: Egyperces novellák',
      'A kőszívű ember fiai',
      'Őszi fűben',
      'Tündérkert',
    ],
  },
  {
    encodings: ['windows-1251', 'koi8-r', 'ibm866'],
    texts: [
      'Война и мир',
      'Преступление и наказание',
      'Мастер и Маргарита',
      'Лев Толстой',
      'Антон Чехов - Вишнёвый сад',
      'Глава 1',
      'ВОЙНА И МИР',
      'Часть первая. Гнездо',
      'Достоевский Ф. М. (читает И. Иванов)',
      'Анна Каренина',
      'Евгений Онегин',
      'Идиот',
      'Том 2',
    ],
  },
  {
    encodings: ['windows-1251'],
    texts: [
      'Под игото',
      'Иван Вазов',
      'Тютюн - Димитър Димов',
      'Железният светилник',
      'Гърбав ангел и щастие',
      'Тіні забутих предків',
      'Леся Українка - Лісова пісня',
      'Кобзар',
      'Іван Франко',
      'Їжак і ґудзик',
    ],
  },
  {
    encodings: ['shift_jis'],
    texts: [
      '吾輩は猫である',
      '夏目漱石',
      '坊っちゃん 第一章',
      '銀河鉄道の夜',
      '走れメロス',
      'ノルウェイの森',
      '羅生門',
      '雪国 - 川端康成',
      'トラック 1',
      '第三話 表と裏',
    ],
  },
];

/** Correct texts: text read as Latin-1 must not change. */
const latin: readonly string[] = [
  'Die Leiden des jungen Werthers',
  'Der Prozeß',
  'Das Schloß',
  'Größe und Übermut',
  'Märchen für Kinder',
  'Günter Grass - Die Blechtrommel',
  'Über die Brücke',
  'Kapitel fünf',
  'Fräulein Else',
  'SÜSSE TRÄUME',
  'Jürgen',
  'Öl',
  'Les Misérables',
  'À la recherche du temps perdu',
  'L’Étranger',
  'Voyage au bout de la nuit',
  'Père Goriot',
  'La Bête humaine',
  'Noël',
  'François Mauriac',
  'Le Château de ma mère',
  'Où êtes-vous ?',
  'Une œuvre à naître',
  'Le maître des îles',
  'ÉMILE ZOLA',
  'Ça ira',
  'Cien años de soledad',
  'El coronel no tiene quién le escriba',
  'Don Quijote de la Mancha',
  'Gabriel García Márquez',
  '¿Dónde está?',
  'La señora Dalloway',
  'El niño y el corazón',
  'Pingüinos en París',
  'CAPÍTULO PRIMERO',
  'Ángel Guerra',
  '¡Adiós, Cordera!',
  'O Primo Basílio',
  'Memórias Póstumas de Brás Cubas',
  'Ensaio sobre a cegueira',
  'Coração, Cabeça e Estômago',
  'A lição de São João',
  'José de Alencar',
  'As Três Irmãs',
  'Dom Casmurro',
  'Orações e ilusões',
  'Ficções do interlúdio',
  'Capítulo três',
  'Não há avó',
  'CORAÇÃO',
  'Eça de Queirós',
  'Perché no',
  'La città e la virtù',
  'Pippi Långstrump',
  'Gösta Berlings saga',
  'Smilla’s fornemmelse på øen',
  'Knut Hamsun – Sult',
  'Þórður kakali',
  'Independent People – Halldór Laxness',
  'Þetta er saga af fólki á Íslandi',
  'Café',
  'Naïve',
  'Zoë',
  'Brontë',
  'Jane Eyre – Charlotte Brontë',
  'Mötley Crüe',
  '“Quoted” – and done…',
  'Price: £5 © 2019',
  '½ past 7',
];

test.each(
  cases.flatMap(({ encodings, texts }) =>
    encodings.flatMap((encoding) => texts.map((text) => [encoding, text] as const)),
  ),
)('decodes %s: %j', (encoding, text) => {
  expect(decodeTexts([encodeLegacy(text, encoding)])).toEqual([text]);
});

test.each(latin)('does not change %j', (text) => {
  expect(decodeTexts([encodeLegacy(text, 'windows-1252')])).toEqual([text]);
});

describe('texts of one file', () => {
  test.each([...latin, ...cases.flatMap(({ texts }) => texts)])('decodes %j in UTF-8', (text) => {
    expect(decodeTexts([Buffer.from(text)])).toEqual([text]);
  });

  test('are decoded together', () => {
    const texts = ['Bölüm 1', 'Ağaç', 'Yaşar Kemal', 'The End'];
    expect(decodeTexts(texts.map((text) => encodeLegacy(text, 'windows-1254')))).toEqual(texts);
  });

  test('may have several encodings', () => {
    const [title, author] = ['Война и мир', 'Ünal Öztürk'];
    expect(decodeTexts([encodeLegacy(title ?? '', 'windows-1251'), Buffer.from(author ?? '')])).toEqual([
      title,
      author,
    ]);
  });

  test('do not change the encoding of other texts', () => {
    const texts = ['Memórias Póstumas de Brás Cubas', 'Machado de Assis – Edição única'];
    const others = ['Глава первая', 'Война и мир', 'Лев Толстой', 'Часть вторая'];
    const bytes = [
      ...others.map((text) => encodeLegacy(text, 'windows-1251')),
      ...texts.map((text) => encodeLegacy(text, 'windows-1252')),
    ];
    expect(decodeTexts(bytes)).toEqual([...others, ...texts]);
  });

  test('lose only a character that was truncated', () => {
    const bytes = encodeLegacy('吾輩は猫である', 'shift_jis');
    expect(decodeTexts([bytes.subarray(0, -1)])).toEqual(['吾輩は猫であ']);
    expect(decodeTexts([Buffer.from('Çalıkuş').subarray(0, -1)])).toEqual(['Çalıku']);
  });

  test('do not change when they are ASCII or empty', () => {
    expect(decodeTexts([Buffer.from('Track 1'), Buffer.alloc(0)])).toEqual(['Track 1', '']);
  });
});
