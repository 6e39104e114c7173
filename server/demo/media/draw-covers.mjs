/**
 * Draws the cover of every demo book into `covers/`. Run by hand when a title or a layout changes:
 * `node server/demo/media/draw-covers.mjs` (Node 24). Needs Debian's fontconfig, fonts-ebgaramond, fonts-lato,
 * fonts-league-spartan, fonts-linuxlibertine, fonts-oldstandard, fonts-roboto-slab, fonts-texgyre, fonts-vollkorn and
 * fonts-yanone-kaffeesatz. The pictures are committed, so nobody else needs them.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { demoBooks, seedOf } from '../content/demo-books.ts';
import { drawCover, stylesByCategory, stylesBySlug } from '../covers/draw-cover.ts';

const here = import.meta.dirname;
mkdirSync(join(here, 'covers'), { recursive: true });
const stale = new Set(readdirSync(join(here, 'covers')).map((file) => `covers/${file}`));

/** Styles go round within a category and palettes within a style, so that neighbours never look alike. */
const drawnInCategory = new Map();
const drawnInStyle = new Map();
const next = (counts, key) => {
  const at = counts.get(key) ?? 0;
  counts.set(key, at + 1);
  return at;
};

for (const book of demoBooks) {
  const shelf = stylesByCategory[book.categoryCode];
  const style = stylesBySlug[book.slug]?.[0] ?? shelf[next(drawnInCategory, book.categoryCode) % shelf.length];
  const palette = stylesBySlug[book.slug]?.[1] ?? next(drawnInStyle, style);
  const picture = { title: book.name, author: book.author, language: book.language, seed: seedOf(book.slug) };
  const svg = drawCover(picture, style, palette);
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(500, 750)
    .webp({ quality: 78, effort: 5, smartSubsample: true })
    .toFile(join(here, book.cover));
  stale.delete(book.cover);
}
for (const file of stale) rmSync(join(here, file));
