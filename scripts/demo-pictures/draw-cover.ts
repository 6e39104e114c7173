import { type CoverBook, coverHeight, coverWidth, type Layout, pick, randomFrom } from './canvas.ts';
import {
  botanical,
  concentric,
  constellation,
  framedLayout,
  initial,
  labelledLayout,
} from './layouts-classic.ts';
import { bear, cat, hedgehog, owl } from './layouts-creatures.ts';
import { arcs, bands, cubes, cutPaper, halftone, swiss, tiles, triband } from './layouts-graphic.ts';
import { beacon, forest, moonrise, sunset, waves, windows } from './layouts-scenic.ts';
import { brightPalettes, darkPalettes, lightPalettes, type Palette } from './palettes.ts';

/** Each layout with the palettes it was drawn for: night scenes need dark grounds, paper ones light. */
const styles = {
  framed: [framedLayout, [...lightPalettes, ...darkPalettes]],
  labelled: [labelledLayout, [...darkPalettes, ...lightPalettes]],
  initial: [initial, [...lightPalettes, ...darkPalettes]],
  botanical: [botanical, lightPalettes],
  constellation: [constellation, darkPalettes],
  concentric: [concentric, [...lightPalettes, ...darkPalettes]],
  moonrise: [moonrise, darkPalettes],
  waves: [waves, [...lightPalettes, ...brightPalettes]],
  sunset: [sunset, [...darkPalettes, ...lightPalettes]],
  windows: [windows, darkPalettes],
  forest: [forest, lightPalettes],
  swiss: [swiss, [...lightPalettes, ...brightPalettes]],
  bands: [bands, [...lightPalettes, ...darkPalettes]],
  arcs: [arcs, [...brightPalettes, ...lightPalettes]],
  tiles: [tiles, lightPalettes],
  triband: [triband, lightPalettes],
  halftone: [halftone, [...brightPalettes, ...lightPalettes]],
  cutPaper: [cutPaper, [...brightPalettes, ...lightPalettes]],
  bear: [bear, brightPalettes],
  cat: [cat, brightPalettes],
  owl: [owl, brightPalettes],
  hedgehog: [hedgehog, brightPalettes],
  cubes: [cubes, [...lightPalettes, ...brightPalettes]],
  beacon: [beacon, darkPalettes],
} as const satisfies Readonly<Record<string, readonly [Layout, readonly Palette[]]>>;

export type CoverStyle = keyof typeof styles;
export const coverStyles = Object.keys(styles) as readonly CoverStyle[];

/** The styles that are usual in bookshops, by category code. */
export const stylesByCategory: Readonly<Record<string, readonly CoverStyle[]>> = {
  fiction: [
    'botanical',
    'labelled',
    'initial',
    'sunset',
    'cutPaper',
    'moonrise',
    'framed',
    'swiss',
    'waves',
    'forest',
    'bands',
  ],
  mystery: ['windows', 'forest', 'halftone', 'moonrise', 'initial', 'bands', 'sunset', 'triband'],
  cocuk: ['cutPaper', 'moonrise', 'arcs', 'botanical', 'halftone', 'sunset'],
  history: ['tiles', 'framed', 'labelled', 'swiss', 'waves', 'initial', 'triband', 'concentric'],
  science: [
    'constellation',
    'concentric',
    'botanical',
    'halftone',
    'waves',
    'cubes',
    'arcs',
    'swiss',
    'moonrise',
  ],
  poesia: ['waves', 'framed', 'botanical', 'sunset', 'labelled', 'cutPaper'],
  'self-development': ['arcs', 'concentric', 'sunset', 'cubes', 'cutPaper', 'halftone', 'triband'],
  business: ['swiss', 'cubes', 'triband', 'bands', 'halftone', 'arcs'],
};

/** Chosen by hand, with a palette, where the subject asks for it. */
export const stylesBySlug: Readonly<Record<string, readonly [CoverStyle, palette: number]>> = {
  'the-lighthouse-keepers-almanac': ['beacon', 0],
  'a-short-walk-through-deep-time': ['concentric', 4],
  'the-clockmaker-of-pennyfold': ['moonrise', 2],
  'vapurun-son-seferi': ['waves', 3],
  'nar-agacinin-masali': ['botanical', 2],
  'yildizlara-bakan-kasaba': ['constellation', 0],
  'a-casa-das-mares': ['waves', 1],
  'o-gato-que-lia-mapas': ['cat', 5],
  'pequeno-tratado-do-pao': ['tiles', 4],
  'la-biblioteca-bajo-la-lluvia': ['bands', 6],
  'cuaderno-de-sal': ['sunset', 7],
  'el-inspector-y-los-naranjos': ['halftone', 0],
  'lead-like-a-lighthouse': ['beacon', 5],
  'tinta-de-sal-y-polvora': ['waves', 5],
  'the-ferrymans-daughters': ['waves', 0],
  'the-empire-of-mud': ['cubes', 4],
  'the-bear-who-kept-the-library': ['bear', 1],
  'la-zorra-y-el-semaforo': ['cat', 7],
  'sis-dudugu': ['beacon', 6],
  'el-buho-que-temia-la-noche': ['owl', 2],
  'uykusu-kacan-kirpi': ['hedgehog', 6],
  'zeca-e-a-baleia-constipada': ['waves', 12],
  'keloglan-ile-konusan-degirmen': ['botanical', 5],
  'catidaki-gezginler': ['windows', 3],
  'la-pandilla-del-tejado-azul': ['cubes', 15],
  'murekkep-ustasi': ['labelled', 3],
  'la-viuda-del-relojero': ['concentric', 5],
  'the-patient-forest': ['forest', 8],
  'saat-kuleleri-zamani': ['concentric', 8],
};

/** A whole cover as SVG, 500 × 750. The same book gives the same bytes; without a style the seed chooses one. */
export function drawCover(book: CoverBook, style?: CoverStyle, paletteIndex?: number): string {
  const random = randomFrom(book.seed);
  const chosenStyle = style ?? pick(coverStyles, random);
  const [layout, choices] = styles[chosenStyle];
  const palette =
    paletteIndex === undefined ? pick<Palette>(choices, random) : choices[paletteIndex % choices.length];
  if (!palette) throw new Error(`No palette for ${chosenStyle}`);
  const size = `width="${coverWidth}" height="${coverHeight}" viewBox="0 0 ${coverWidth} ${coverHeight}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${layout({ ...book, palette, random })}</svg>`;
}
