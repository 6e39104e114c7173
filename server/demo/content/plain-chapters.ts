import type { DemoBook, DemoLanguage } from './demo-types.ts';
import { seedOf } from './demo-books.ts';

const names: Readonly<Record<DemoLanguage, (number: number) => string>> = {
  1: (number) => `${number}. Bölüm`,
  2: (number) => `Capítulo ${number}`,
  3: (number) => `Chapter ${number}`,
  4: (number) => `Capítulo ${number}`,
};

/** The chapters of a book without texts and sound: names, and lengths that come to the length of the book. */
export function plainChapters({ slug, language, chapterCount, durationSeconds }: DemoBook) {
  const weights = Array.from(
    { length: chapterCount },
    (_, index) => 700 + (seedOf(`${slug} ${index}`) % 600),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return weights.map((weight, index) => {
    const start = Math.round((passed / whole) * durationSeconds);
    passed += weight;
    const end = Math.round((passed / whole) * durationSeconds);
    return { name: names[language](index + 1), duration: end - start, text_items: [] };
  });
}
