import type { DemoCategory } from './demo-types.ts';
import { toSlug } from './to-slug.ts';

function category(name: string, ...subCategories: string[]): DemoCategory {
  const code = toSlug(name);
  return {
    code,
    name,
    image: `categories/${code}.webp`,
    subCategories: subCategories.map((sub) => ({ code: toSlug(sub), name: sub })),
  };
}

export const demoCategories: readonly DemoCategory[] = [
  category('Fiction', 'Contemporary Novels', 'Historical Novels', 'Short Stories', 'Family Sagas'),
  category('Mystery', 'Detective Stories', 'Novela Negra', 'Small-Town Mysteries', 'Espionage'),
  category('Çocuk', 'Masallar', 'Bedtime Stories', 'Cuentos de Animales', 'Young Adventurers'),
  category('History', 'Ancient World', 'Osmanlı Tarihi', 'Voyages & Maps', 'Everyday Life'),
  category('Science', 'Astronomy', 'The Living World', 'Oceans & Rivers', 'Números y Formas'),
  category('Poesía', 'Lirik Şiir', 'Poemas del Mar', 'Short Forms'),
  category('Self-Development', 'Habits & Focus', 'Mindfulness', 'Kişisel Gelişim', 'Learning to Learn'),
  category('Business', 'Leadership', 'Small Companies', 'Economia do Dia a Dia'),
];
