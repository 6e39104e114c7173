/**
 * Draws the cover of every demo book into `covers/`. Run by hand when a title or a layout changes:
 * `node scripts/demo-pictures/draw-covers.ts` (Node 24). Needs Debian's fontconfig, fonts-ebgaramond, fonts-lato,
 * fonts-league-spartan, fonts-linuxlibertine, fonts-oldstandard, fonts-roboto-slab, fonts-texgyre, fonts-vollkorn and
 * fonts-yanone-kaffeesatz. The pictures are committed, so nobody else needs them.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { demoBooks, seedOf } from '../../server/demo/content/demo-books.ts';
import { type CoverStyle, coverStyles, drawCover, stylesByCategory, stylesBySlug } from './draw-cover.ts';

const media = join(import.meta.dirname, '../../server/demo/media');
mkdirSync(join(media, 'covers'), { recursive: true });
const stale = new Set(readdirSync(join(media, 'covers')).map((file) => `covers/${file}`));

/** Styles go round within a category and palettes within a style, so that neighbours never look alike. */
const drawnInCategory = new Map<string, number>();
const drawnInStyle = new Map<CoverStyle, number>();
function next<Key>(counts: Map<Key, number>, key: Key): number {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}

for (const book of demoBooks) {
  const shelf = stylesByCategory[book.categoryCode] ?? coverStyles;
  const style =
    stylesBySlug[book.slug]?.[0] ?? shelf[next(drawnInCategory, book.categoryCode) % shelf.length];
  if (!style) throw new Error(`No style for ${book.slug}`);
  const palette = stylesBySlug[book.slug]?.[1] ?? next(drawnInStyle, style);
  const image = { title: book.name, author: book.author, language: book.language, seed: seedOf(book.slug) };
  const svg = drawCover(image, style, palette);
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(500, 750)
    .webp({ quality: 78, effort: 5, smartSubsample: true })
    .toFile(join(media, book.cover));
  stale.delete(book.cover);
}
for (const file of stale) rmSync(join(media, file));
