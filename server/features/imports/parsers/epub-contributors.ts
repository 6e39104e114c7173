import {
  type ContributorInFile,
  type ContributorRole,
  contributorRoleNames,
  contributorRoles,
} from '#contract/contributors/contributors';
import { limits } from '#contract/core/limits';
import { type Markup, attributeOf, elementsIn, textOf } from './markup.ts';
import { refinements } from './epub-refinements.ts';

/** Other codes of MARC relators: introduction and preface. */
const otherCodes: Readonly<Record<string, ContributorRole>> = { win: 'foreword', wpr: 'foreword' };

/** Returns the role of a MARC or ONIX code or an English name; undefined for others. */
function roleOf(text: string): ContributorRole | undefined {
  const code = text.trim().toLowerCase();
  const role = contributorRoleNames.find((name) => {
    const { marc, onix } = contributorRoles[name];
    return [name, marc, onix.toLowerCase()].includes(code);
  });
  return role ?? otherCodes[code];
}

/** Returns the text of an attribute of EPUB 2, else the refinements of EPUB 3. */
function valuesOf(metadata: Markup, element: Markup, property: string): string[] {
  const value = attributeOf(element, property);
  return value === undefined ? refinements(metadata, element, property) : [value];
}

/** Returns the creators and contributors of an EPUB by role, in order. Without authors, all creators are authors. */
export function readContributors(metadata: Markup): ContributorInFile[] {
  const people = [...elementsIn(metadata)]
    .filter(({ name }) => name === 'creator' || name === 'contributor')
    .map((element) => {
      const codes = valuesOf(metadata, element, 'role');
      const isWriter = element.name === 'creator' && codes.length === 0;
      const [fileAs = ''] = valuesOf(metadata, element, 'file-as');
      return {
        isCreator: element.name === 'creator',
        name: textOf(element).slice(0, limits.maxNameLength).toWellFormed().trim(),
        sort_name: fileAs.slice(0, limits.maxNameLength).toWellFormed().trim(),
        roles: isWriter ? ['author' as const] : codes.flatMap((code) => roleOf(code) ?? []),
      };
    });
  const hasAuthor = people.some(({ roles }) => roles.includes('author'));
  return people.flatMap(({ name, sort_name, roles, isCreator }) => {
    const ownRoles = roles.length === 0 && isCreator && !hasAuthor ? ['author' as const] : roles;
    return ownRoles.map((role) => ({
      name,
      role,
      ...(sort_name !== '' && sort_name !== name && { sort_name }),
    }));
  });
}
