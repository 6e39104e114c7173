/** The rules of every text for users. A text that the specification quotes is exempt: each check has an explicit list of these. */

export type TextKind = 'text' | 'button' | 'toast' | 'document' | 'reference';

/** Words that another term replaced, or that do not belong in a text of the product. */
const bannedWords = [
  'who did what',
  'journal',
  'catalogue doctor',
  'doctor',
  'fits so so',
  'doubtful',
  'under way',
  'everybody',
  'nobody',
  'somebody',
  'whoever',
  'she',
  'her',
  'hers',
  'for good',
  'sound',
  'sounds',
  'picture',
  'pictures',
  'telephone',
  'hear',
  'left out',
  'leave out',
  'lasts',
  'put back',
  'take back',
  'taken back',
  'set back',
  'bring back',
  'brought back',
  'earlier saves',
  'leads nowhere',
  'lead nowhere',
  'configured administrator',
  'person',
  'second factor',
  'second step',
  'present password',
  'last seen',
  'e-mail',
  'e-mails',
  'palette',
  'in everything',
  'near-double',
  'twin',
  'hit',
  'hits',
  'store of the files',
  'tokens for scripts',
  'a link to a new password',
  'per cent',
  'look again',
  'needs a look',
  'need a look',
  'on their way',
  'being read',
  'suggest cuts',
  'cutting tracks',
  'passage',
  'passages',
  'tick',
  'ticked',
  'those who may',
  'people',
  'goes nowhere',
  'follows from',
  'operator',
  'finding',
  'findings',
  'change of many',
  'changes of many',
  'makes a book',
  'put into time',
  'so so',
  'the inside',
  'goes',
  'lies',
  'listening',
  'exception',
  'exceptions',
] as const;
const bannedPattern = new RegExp(`(?<![\\p{L}{-])(?:${bannedWords.join('|')})(?![\\p{L}}-])`, 'giu');

const maxWords: Record<TextKind, number> = { text: 20, button: 20, toast: 20, document: 25, reference: 25 };
const maxButtonWords = 4;

/** Splits a text into sentences. A sentence ends with a full stop, a question mark, or a colon at the end of a line, but not with "...". */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll('...', ' ')
    .split(/(?<=[.?!])\s+|\n+/)
    .filter((sentence) => sentence.trim() !== '');
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Returns the problems of a text of a catalogue, an error, an email, the API reference or a document. Placeholders look like `{{name}}`. */
export function textProblems(text: string, kind: TextKind = 'text'): string[] {
  const problems = [...text.matchAll(bannedPattern)].map(([word]) => `uses “${word}”`);
  for (const sentence of sentencesOf(text)) {
    const { length } = wordsOf(sentence);
    if (length > maxWords[kind]) problems.push(`has a sentence of ${length} words`);
  }
  const isReference = kind === 'document' || kind === 'reference';
  if (kind !== 'document' && /^(?:what|how|who|where)\b/i.test(text))
    problems.push('starts with what, how, who or where');
  if (/(?<!\p{L})["']|["'](?!\p{L})|\p{L}'\p{L}/u.test(text)) problems.push('has straight quotes');
  if (!isReference && /\b(?:will|do|does|did) not\b|\bcannot (?!be undone)/i.test(text))
    problems.push('has “not” for a contraction');
  if (text.includes('…')) problems.push('has “…” for “...”');
  if (/\b[KMGT]iB\b/.test(text)) problems.push('has a binary unit');
  if (/ %/.test(text)) problems.push('has a space before %');
  if (kind === 'button') {
    if (wordsOf(text).length > maxButtonWords)
      problems.push(`is a button of more than ${maxButtonWords} words`);
    if (/(?<!\p{L})(?:a|an|the)(?!\p{L})/iu.test(text)) problems.push('is a button with an article');
  }
  if (kind === 'toast' && /[^.]\.$/.test(text)) problems.push('is a toast with a full stop');
  return problems;
}

type Catalogue = { readonly [key: string]: string | Catalogue };

/** Returns every text of a catalogue by its key, such as `books.heading`. */
export function catalogueTexts(catalogue: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(catalogue as Catalogue).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : catalogueTexts(value, `${prefix}${name}.`),
  );
}

const pluralForms = ['one', 'other'] as const;
const pluralForm = /_(zero|one|other)$/;

/** Returns the keys of texts that contain a count and lack the other plural form. */
export function missingPlurals(texts: readonly (readonly [key: string, text: string])[]): string[] {
  const keys = new Set(texts.map(([key]) => key));
  return texts.flatMap(([key, text]) => {
    if (pluralForm.test(key)) {
      const base = key.replace(pluralForm, '');
      return pluralForms.some((form) => !keys.has(`${base}_${form}`)) ? [key] : [];
    }
    return /\{\{(?:count|total|shown)(?:, number)?\}\} \p{L}+s\b/u.test(text) ? [key] : [];
  });
}

const countedNouns =
  'books|chapters|files|images|rows|columns|entries|records|items|users|roles|sessions|tokens|passkeys|views|uploads|jobs|tables|pages|' +
  'paragraphs|sentences|words|characters|markers|places|languages|secrets|bytes|seconds|minutes|hours|days';
const countInTemplate = new RegExp(
  `\\$\\{([^{}]+)\\} (?:(?!(?:and|as|from|in|join|where)\\b)[a-z-]+ )?(?:${countedNouns})\\b`,
  'g',
);
/** A limit or a constant is never 1. */
const isFixed = (expression: string): boolean =>
  /max|limits\./i.test(expression) || /^[A-Z][A-Z_]+$/.test(expression);
/** The template is a branch of a condition with another text for 1. */
const hasOtherBranch = (before: string): boolean => /=== 1\s*\?[^;]*$/.test(before);

/** Returns the counts in templates of a source that have only the plural form. `countOf` writes both forms. */
export const missingSingulars = (source: string): string[] =>
  [...source.matchAll(countInTemplate)]
    .filter(([, expression = '']) => !isFixed(expression))
    .filter(({ index }) => !hasOtherBranch(source.slice(Math.max(0, index - 200), index)))
    .map(([text]) => text);
