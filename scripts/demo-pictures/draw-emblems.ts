/**
 * Draws the pictures of categories, collections and challenges. Run by hand when one is added:
 * `node scripts/demo-pictures/draw-emblems.ts` (Node 24). Needs Debian's fontconfig and fonts-league-spartan.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { demoCategories } from '../../server/demo/content/demo-categories.ts';
import { demoChallenges } from '../../server/demo/content/demo-challenges.ts';
import { demoCollections } from '../../server/demo/content/demo-collections.ts';
import { type Emblem, drawChallenge, drawEmblem } from './emblems.ts';

const categoryEmblems: readonly Emblem[] = [
  'book',
  'keyhole',
  'kite',
  'arch',
  'orbits',
  'feather',
  'sprout',
  'steps',
];
const categoryPalettes = [3, 8, 5, 0, 13, 10, 4, 1];
const collectionEmblems: readonly Emblem[] = [
  'headphones',
  'sea',
  'moon',
  'stars',
  'cup',
  'skyline',
  'loaf',
  'orange',
  'pebbles',
  'door',
  'shop',
  'leaves',
];
const collectionPalettes = [8, 2, 14, 13, 11, 6, 16, 7, 22, 12, 5, 4];
const challengePalettes = [3, 8, 10, 2, 14, 0, 12, 5, 4];

/** The entry at the index that was chosen for this record of the demo. */
function itemAt<Entry>(list: readonly Entry[], index: number): Entry {
  const entry = list[index];
  if (entry === undefined) throw new Error(`Nothing was chosen for number ${index + 1}`);
  return entry;
}

async function save(file: string, svg: string, width: number, height: number): Promise<void> {
  const target = join(import.meta.dirname, '../../server/demo/media', file);
  mkdirSync(dirname(target), { recursive: true });
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(width, height)
    .webp({ quality: 82, effort: 5, smartSubsample: true })
    .toFile(target);
}

for (const [i, { image }] of demoCategories.entries()) {
  await save(image, drawEmblem(itemAt(categoryEmblems, i), 400, 400, itemAt(categoryPalettes, i)), 400, 400);
}
for (const [i, { image }] of demoCollections.entries()) {
  await save(
    image,
    drawEmblem(itemAt(collectionEmblems, i), 600, 400, itemAt(collectionPalettes, i)),
    600,
    400,
  );
}
for (const [i, { image, dayCount }] of demoChallenges.entries()) {
  await save(image, drawChallenge(dayCount, 600, 400, itemAt(challengePalettes, i)), 600, 400);
}
