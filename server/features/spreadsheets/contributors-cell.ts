import {
  type BookContributor,
  type ContributorInput,
  contributorRoleNames,
} from '#contract/contributors/contributors';

const entry = new RegExp(String.raw`\s*(.*?)\s*\((${contributorRoleNames.join('|')})\)\s*(?:;|$)`, 'giuy');

/** Returns contributors as the text of a cell: "Nora Reader (narrator); Ada Marsh (translator)". */
export const toContributorsCell = (contributors: readonly Pick<BookContributor, 'name' | 'role'>[]): string =>
  contributors.map(({ name, role }) => `${name} (${role})`).join('; ');

/** Returns the contributors of a cell; undefined for a text in another format. */
export function fromContributorsCell(text: string): Pick<ContributorInput, 'name' | 'role'>[] | undefined {
  const contributors: Pick<ContributorInput, 'name' | 'role'>[] = [];
  entry.lastIndex = 0;
  while (entry.lastIndex < text.trimEnd().length) {
    const [, contributorName, word] = entry.exec(text) ?? [];
    const role = contributorRoleNames.find((name) => name === word?.toLowerCase());
    if (!contributorName || !role) return undefined;
    contributors.push({ name: contributorName, role });
  }
  return contributors;
}
