/**
 * Draws the pictures of categories, collections and challenges. Run by hand when one is added:
 * `node server/demo/media/draw-emblems.mjs` (Node 24). Needs Debian's fontconfig and fonts-league-spartan.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { demoCategories } from '../content/demo-categories.ts';
import { demoChallenges } from '../content/demo-challenges.ts';
import { demoCollections } from '../content/demo-collections.ts';
import { drawChallenge, drawEmblem } from '../covers/emblems.ts';

const categoryEmblems = ['book', 'keyhole', 'kite', 'arch', 'orbits', 'feather', 'sprout', 'steps'];
const categoryPalettes = [3, 8, 5, 0, 13, 10, 4, 1];
const collectionEmblems = ['headphones', 'sea', 'moon', 'stars', 'cup', 'skyline', 'loaf', 'orange', 'pebbles', 'door', 'shop', 'leaves'];
const collectionPalettes = [8, 2, 14, 13, 11, 6, 16, 7, 22, 12, 5, 4];
const challengePalettes = [3, 8, 10, 2, 14, 0, 12, 5, 4];

async function save(file, svg, width, height) {
  const target = join(import.meta.dirname, file);
  mkdirSync(dirname(target), { recursive: true });
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(width, height)
    .webp({ quality: 82, effort: 5, smartSubsample: true })
    .toFile(target);
}

for (const [i, { picture }] of demoCategories.entries()) {
  await save(picture, drawEmblem(categoryEmblems[i], 400, 400, categoryPalettes[i]), 400, 400);
}
for (const [i, { picture }] of demoCollections.entries()) {
  await save(picture, drawEmblem(collectionEmblems[i], 600, 400, collectionPalettes[i]), 600, 400);
}
for (const [i, { picture, dayCount }] of demoChallenges.entries()) {
  await save(picture, drawChallenge(dayCount, 600, 400, challengePalettes[i]), 600, 400);
}
