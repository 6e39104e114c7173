import { type Random, randomFrom } from './random.ts';

/*
 * The words of generated titles and names. Real words are first, followed by generated words from the syllables of each language. The
 * vocabulary has the size of a real catalogue.
 */

interface Language {
  /** The particles, most common first. Titles contain them in lower case. */
  readonly particles: string;
  readonly words: string;
  readonly onsets: string;
  readonly nuclei: string;
  readonly codas: string;
}

const WORDS_A_LANGUAGE = 6_000;
const FIRST_NAMES = 300;
const LAST_NAMES = 2_000;

const languages: Readonly<Record<number, Language>> = {
  1: {
    particles: 've bir ile için bu o gibi kadar',
    words:
      'kayıp son gizli uzak sessiz kırık yeşil ilk ışıklı unutulmuş şehrin denizin bahçenin köprünün gecenin rüzgârın evin dağın ırmağın yolun öyküsü sırrı türküsü gölgesi ışığı çocukları mektupları sesi anısı haritası',
    onsets: 'b c ç d f g h j k l m n p r s ş t v y z',
    nuclei: 'a e ı i o ö u ü a e i',
    codas: ' l n r k m ş z t   ',
  },
  2: {
    particles: 'o a de da do e os as um uma em no na dos sem',
    words:
      'último longa antiga segredo breve outra jardim estação certa pequeno viagem coração manhã verão canção navegação solidão memória maré multidão lisboa avô irmã pássaros fim são tomé águas beira-mar sertão ilha',
    onsets: 'b c d f g j l m n p qu r s t v x z ch lh nh br tr pr',
    nuclei: 'a e i o u ã é ó ê ei ou ão',
    codas: '  s r l m  ',
  },
  3: {
    particles: 'the of and a in to for at on with from',
    words:
      "last quiet hidden beyond second honest broken under silver distant winter our common harbour lighthouse garden railway orchard letter mountain season kingdom library river mirror salt sea midnight ruins beginners remembered strangers between wars unfinished pennyfold glass revisited captain's daughter",
    onsets: 'b bl br c ch cl d dr f fl g gr h j l m n p pr r s sh st t th tr w wh',
    nuclei: 'a e i o u ea oo ai ou ee',
    codas: 'l n r t d ck m ng s st rd    ',
  },
  4: {
    particles: 'de la el los y en del las un una sin con',
    words:
      'último casa años otoño montaña niño mañanas sueño canción crónica señor árbol corazón camino océano jardín invierno reloj capitán pájaro azul logroño dueño niñez sur perdido cenizas luna papel',
    onsets: 'b c d f g j l ll m n ñ p qu r s t v z br tr gr',
    nuclei: 'a e i o u á é í ó ue ie',
    codas: '  s n r l   ',
  },
};

const firstNames =
  'Aylin İpek Çağla Ömer João Inês Conceição Tomás Alice Edward Harriet Samuel José Begoña Íñigo Lucía';
const lastNames =
  'Yılmaz Şahin Güneş Işık Guimarães Simões Araújo Brandão Whitlock Ashdown Pemberton Lockhart Muñoz Ibáñez Peña Ordóñez';

const oneOf = (items: readonly string[], random: Random): string => items[random(items.length)] ?? '';

export const inTitle = (word: string, language: number): string => {
  const [first = '', ...rest] = word;
  return (language === 1 ? first.toLocaleUpperCase('tr') : first.toUpperCase()) + rest.join('');
};

/** Returns a generator of words of one language. Most words have two or three syllables. */
function wordMaker({ onsets, nuclei, codas }: Language, random: Random): () => string {
  const lists = [onsets, nuclei, codas].map((list) => list.split(' '));
  const [starts = [], middles = [], ends = []] = lists;
  const syllable = () => oneOf(starts, random) + oneOf(middles, random) + oneOf(ends, random);
  return () => Array.from({ length: 1 + Math.min(1 + random(2), 1 + random(3)) }, syllable).join('');
}

function fill(existingWords: readonly string[], count: number, make: () => string): string[] {
  const words = new Set(existingWords);
  while (words.size < count) words.add(make());
  return [...words];
}

export interface Vocabulary {
  /** The words by language code, most common first. */
  readonly words: ReadonlyMap<number, readonly string[]>;
  readonly particles: ReadonlyMap<number, ReadonlySet<string>>;
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
}

/** Creates a reproducible vocabulary. */
export function createVocabulary(): Vocabulary {
  const random = randomFrom(3);
  const makers = new Map(
    Object.entries(languages).map(([code, language]) => [Number(code), wordMaker(language, random)]),
  );
  const words = new Map<number, readonly string[]>();
  const particles = new Map<number, ReadonlySet<string>>();
  for (const [code, language] of Object.entries(languages)) {
    const small = language.particles.split(' ');
    const real = [...small, ...language.words.split(' ')];
    words.set(Number(code), fill(real, WORDS_A_LANGUAGE, makers.get(Number(code)) ?? String));
    particles.set(Number(code), new Set(small));
  }
  const anyName = () => {
    const code = 1 + random(makers.size);
    return inTitle(makers.get(code)?.() ?? '', code);
  };
  return {
    words,
    particles,
    firstNames: fill(firstNames.split(' '), FIRST_NAMES, anyName),
    lastNames: fill(lastNames.split(' '), LAST_NAMES, anyName),
  };
}
