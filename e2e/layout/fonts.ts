import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The fonts of the layout checks: one is much wider and one is much narrower than common fonts. */
export const fontSets = ['wide', 'narrow'] as const;
export type FontSet = (typeof fontSets)[number];

const files = {
  wide: {
    400: import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2'),
    700: import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2'),
  },
  narrow: {
    400: import.meta.resolve('@fontsource/roboto-condensed/files/roboto-condensed-latin-400-normal.woff2'),
    700: import.meta.resolve('@fontsource/roboto-condensed/files/roboto-condensed-latin-700-normal.woff2'),
  },
} satisfies Record<FontSet, Record<400 | 700, string>>;

interface FontFile {
  readonly family: string;
  readonly weight: string;
  readonly base64: string;
}

const fontFiles = Promise.all(
  fontSets.flatMap((family) =>
    Object.entries(files[family]).map(async ([weight, file]): Promise<FontFile> => {
      const content = await readFile(fileURLToPath(file));
      return { family, weight, base64: content.toString('base64') };
    }),
  ),
);

/**
 * Loads the wide font before each page of the tab is shown. So charts, which measure their labels once, measure the wide ones.
 */
export async function addFonts(page: Page): Promise<void> {
  await page.addInitScript(
    (fonts: FontFile[]) => {
      for (const { family, weight, base64 } of fonts) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        document.fonts.add(new FontFace(`layout ${family}`, bytes, { weight }));
      }
      const styles = new CSSStyleSheet();
      styles.replaceSync(
        '* { font-family: "layout wide", sans-serif !important } ' +
          '[data-font-set=narrow], [data-font-set=narrow] * { font-family: "layout narrow", sans-serif !important }',
      );
      document.adoptedStyleSheets.push(styles);
    },
    await fontFiles,
  );
}

/** Changes the font of the current page. */
export async function useFontSet(page: Page, fontSet: FontSet): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['fontSet'] = name;
  }, fontSet);
}

/** Returns the width of a sample sentence on the page. */
export async function sampleWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sample = document.createElement('span');
    sample.textContent = 'One, two, three, and what comes after them';
    sample.style.position = 'absolute';
    document.body.append(sample);
    const { width } = sample.getBoundingClientRect();
    sample.remove();
    return width;
  });
}
