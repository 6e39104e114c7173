import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';

export const contributorsEndpoints = {
  list: { method: 'GET', path: '/contributors' },
} as const;

/** The roles of people on books, in the order of menus. Codes are those of ONIX list 17 and of the MARC relators in EPUB files. */
export const contributorRoles = {
  author: { label: 'Author', onix: 'A01', marc: 'aut' },
  narrator: { label: 'Narrator', onix: 'E07', marc: 'nrt' },
  translator: { label: 'Translator', onix: 'B06', marc: 'trl' },
  illustrator: { label: 'Illustrator', onix: 'A12', marc: 'ill' },
  editor: { label: 'Editor', onix: 'B01', marc: 'edt' },
  foreword: { label: 'Foreword', onix: 'A23', marc: 'aui' },
} as const;
export type ContributorRole = keyof typeof contributorRoles;

export const contributorRoleNames = Object.keys(contributorRoles) as ContributorRole[];
const roleNames = contributorRoleNames as [ContributorRole, ...ContributorRole[]];

const rolesText = contributorRoleNames
  .map((role) => `\`${role}\` (${contributorRoles[role].onix})`)
  .join(', ');

/** A role in a response. */
export const contributorRole = z.enum(roleNames).describe(`The role, with its ONIX code: ${rolesText}.`);

/** The maximum number of contributors of a book. */
export const MAX_CONTRIBUTORS = 100;

export const bookContributor = namedSchema(
  'BookContributor',
  z.object({
    id: responseFields.id,
    name: z.string().describe('The name of the contributor. It is unique.'),
    role: contributorRole,
  }),
);
export type BookContributor = z.infer<typeof bookContributor>;

const contributorInput = z.object({
  id: fields.optionalId.describe('Ignored. Contributors are found by name or created.'),
  name: fields
    .requiredText(limits.maxNameLength, messages.nameRequired)
    .describe('The name of the contributor.'),
  role: z.enum(roleNames, `Must be one of: ${contributorRoleNames.join(', ')}`).describe('The role.'),
});
export type ContributorInput = z.output<typeof contributorInput>;

/** All contributors of a book in a request. */
export const contributorsInput = fields
  .jsonList(contributorInput, MAX_CONTRIBUTORS, 'contributors')
  .optional()
  .describe(
    'All contributors in order. Then `narrator` is ignored. The first author is `author`, if that is also sent. Without authors, the first author does not change.',
  );
