import { type Markup, elementsNamed, textOf } from './markup.ts';

/** Returns the EPUB 3 refinements of an element: `<meta refines="#id" property="role">aut</meta>`. */
export function refinements(metadata: Markup, { attributes: { id } }: Markup, property: string): string[] {
  if (id === undefined) return [];
  return elementsNamed(metadata, 'meta')
    .filter(({ attributes }) => attributes['refines'] === `#${id}` && attributes['property'] === property)
    .map(textOf);
}
