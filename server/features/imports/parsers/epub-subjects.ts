import type { SubjectInFile } from './parsed.ts';
import { type Markup, attributeOf, elementsNamed, textOf } from './markup.ts';
import { refinements } from './epub-refinements.ts';

/** Returns the subjects of an EPUB. `authority` and `term` are attributes in EPUB 2 and refinements in EPUB 3. */
export const readSubjects = (metadata: Markup): SubjectInFile[] =>
  elementsNamed(metadata, 'subject').flatMap((element) => {
    const valueOf = (property: string) =>
      (attributeOf(element, property) ?? refinements(metadata, element, property)[0] ?? '').trim();
    const text = textOf(element);
    const scheme = valueOf('authority');
    // Without a term, the text is the code if it has no spaces.
    const code = valueOf('term') || (scheme !== '' && /^\S+$/.test(text) ? text : '');
    return text === '' && code === '' ? [] : [{ scheme, code, label: text === code ? '' : text }];
  });
