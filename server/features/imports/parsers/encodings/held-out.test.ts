import { expect, test } from 'vitest';
import { encodeLegacy } from '#server/testing/legacy-text';
import { decodeTexts } from './detect-encoding.ts';

/* Titles and names that were not used for the language samples. */

const heldOut: readonly (readonly [encoding: string, texts: string])[] = [
  [
    'windows-1254',
    'Huzur|Sinekli Bakkal|Ateşten Gömlek|Eylül|Mai ve Siyah|Yaprak Dökümü|Fatih-Harbiye|Dokuzuncu Hariciye Koğuşu|Puslu Kıtalar Atlası|Bereketli Topraklar Üzerinde|Halide Edip Adıvar|Reşat Nuri Güntekin|Peyami Safa|Eskici ve Oğulları|Tehlikeli Oyunlar|Anayurt Oteli|Zülfü Livaneli: Serenad|Değirmen|Kuşlar Yasına Gider|Gölgesizler',
  ],
  [
    'windows-1250',
    'Lalka|Quo vadis|Ogniem i mieczem|Krzyżacy|Chłopi|Przedwiośnie|Sklepy cynamonowe|Cesarz – Ryszard Kapuściński|Bieguni|Księgi Jakubowe|Olga Tokarczuk|Ferdydurke|Inny świat|Medaliony: Zofia Nałkowska',
  ],
  [
    'iso-8859-2',
    'Babička|Kytice z pověstí národních|R.U.R.|Krakatit|Ostře sledované vlaky|Obsluhoval jsem anglického krále|Směšné lásky|Saturnin - Zdeněk Jirotka|Rozmarné léto|Vladislav Vančura|Markéta Lazarová|Bylo nás pět',
  ],
  [
    'iso-8859-2',
    'Édes Anna|Pacsirta|Kosztolányi Dezső|Az arany ember|Sorstalanság|Kertész Imre|Iskola a határon|Bornemisza Péter|Abigél|Esti Kornél|Utazás a koponyám körül|Tüskevár|Rejtő Jenő: Piszkos Fred, a kapitány',
  ],
  [
    'windows-1251',
    'Тихий Дон|Обломов|Бесы|Братья Карамазовы|Палата № 6|Герой нашего времени|Записки охотника|Белая гвардия|Доктор Живаго|Понедельник начинается в субботу|Пикник на обочине|Денискины рассказы|Алые паруса|Каштанка|Муму|Ревизор',
  ],
  [
    'windows-1251',
    'Бай Ганьо|Осъдени души|Крадецът на праскови|Хайдушки копнежи|Чичовци|Маруся|Захар Беркут|Місто – Валер’ян Підмогильний|Тигролови|Чорна рада|Кайдашева сім’я',
  ],
  [
    'shift_jis',
    'こころ|人間失格|蜘蛛の糸|注文の多い料理店|風の又三郎|伊豆の踊子|海辺のカフカ|太宰治|芥川龍之介|宮沢賢治 作品集|三四郎|高瀬舟|第一部|朗読',
  ],
  [
    'windows-1252',
    'Die Verwandlung|Buddenbrooks – Verfall einer Familie|Der Zauberberg|Effi Briest|Die Räuber|Der Schimmelreiter|Krähenwinkel|Michael Köhlmeier|Der grüne Heinrich|Tauben im Gras|Homo faber|Heinrich Böll',
  ],
  [
    'windows-1252',
    'Thérèse Raquin|Candide, ou l’Optimisme|Germinal|Les Liaisons dangereuses|Le Comte de Monte-Cristo|Vingt mille lieues sous les mers|La Princesse de Clèves|Phèdre|Clémence Ébène|L’Île mystérieuse|Stéphane Mallarmé|Bouvard et Pécuchet',
  ],
  [
    'windows-1252',
    'La casa de los espíritus|Pedro Páramo|Niebla|Platero y yo|Campos de Castilla|La Regenta|Ficciones|El túnel|Rayuela – Julio Cortázar|Crónica de una muerte anunciada|La tía Julia y el escribidor|Marianela|Misericordia|Tormento',
  ],
  [
    'windows-1252',
    'Os Maias|A Cidade e as Serras|Grande Sertão: Veredas|Vidas Secas|O Cortiço|Macunaíma|Iracema|Capitães da Areia|Jubiabá|A Hora da Estrela|Quincas Borba|Helena|Levantado do Chão|O Ano da Morte de Ricardo Reis|A Relíquia',
  ],
];

test.each(heldOut.flatMap(([encoding, texts]) => texts.split('|').map((text) => [encoding, text] as const)))(
  'decodes %s: %j',
  (encoding, text) => {
    expect(decodeTexts([encodeLegacy(text, encoding)])).toEqual([text]);
  },
);
