import { foldForComparison } from '../proposal/fold.ts';

const PARTS =
  'part|book|volume|vol|act|teil|buch|band|akt|kisim|cilt|kitap|perde|parte|libro|livro|tomo|acto|ato|partie|livre|tome|acte|czesc|tom|ksiega|cast|kniha|dil|resz|konyv|kotet|часть|книга|том|частина|част';
const CHAPTERS =
  'chapter|kapitel|bolum|capitulo|capitolo|chapitre|rozdział|rozdzial|kapitola|fejezet|глава|розділ|hoofdstuk';
/** Number words of parts in the languages of `PARTS`. */
const COUNTS = [
  'one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last',
  'eins|zwei|drei|vier|funf|erste[rs]?|zweite[rs]?|dritte[rs]?|vierte[rs]?|funfte[rs]?',
  'bir|iki|uc|dort|bes|birinci|ikinci|ucuncu|dorduncu|besinci|altinci|yedinci|son',
  'uno|dos|tres|cuatro|cinco|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|um|dois|primeir[ao]|terceir[ao]|quart[ao]',
  'premiere?|deuxieme|seconde?|troisieme|quatrieme|cinquieme|un|deux|trois',
  'перв(ая|ыи)|втор(ая|ои)|треть?(я|ии)|четверт(ая|ыи)|пят(ая|ыи)|перша|друга|третя|първа|втора|трета',
  'pierwsz[ay]|drug[ai]|trzeci[a]?|prvni|druh[ay]|treti|elso|masodik|harmadik',
].join('|');
const NUMBER = String.raw`(?:\d{1,3}|[ivxlc]{1,7}|${COUNTS})`;

const countPattern = (words: string): RegExp =>
  new RegExp(String.raw`^(?:the )?(?:(?:${words}) (?:the )?${NUMBER}|${NUMBER} (?:${words}))(?: |$)`, 'u');

const PART = countPattern(PARTS);
const CHAPTER = countPattern(CHAPTERS);

/** Returns true for titles of parts of a book: "Part One", "Erster Teil". */
export const isPartTitle = (title: string): boolean => PART.test(foldForComparison(title));

/** Returns true for numbered chapter titles: "Chapter 3: The lamp". */
export const isChapterTitle = (title: string): boolean => CHAPTER.test(foldForComparison(title));
