/** Text of 500 characters without a space. */
export const unbreakable = 'Donaudampfschifffahrtsgesellschaft'.repeat(15).slice(0, 500);

const names = [
  unbreakable,
  'مئة عام من العزلة (طبعة 2)',
  'שלום, עולם: סיפורים קצרים!',
  'One, two, three, and what comes after them',
  'Wind',
  'The Extraordinarily Circumstantial Misunderstandings of an Intercontinental Correspondent',
  `A title with ${'Rindfleischetikettierungsgesetz'.repeat(3)} in it`,
  '百年の孤独、そして静かな海についての長い物語',
  'Ηλιοβασίλεμα στη Θεσσαλονίκη',
  'Ünïcödé Şiirleri İçin Küçük Bir Antoloji',
];

/** Returns a name that is hard to lay out, different for each of ten indexes. */
export const stressName = (index: number): string => names[index % names.length] ?? '';

export const ten = [...names.keys()];

export const long = `${'A sentence of ordinary words that goes on. '.repeat(12)}${unbreakable}`;
