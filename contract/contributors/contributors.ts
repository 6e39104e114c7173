import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';
import * as responseFields from '#contract/core/responses';
import { authorEntry, orderOf, listParameters } from '#contract/contributors/authors';
import { always, documentedAs, namedSchema } from '#contract/core/schema-notes';
import {
  contributorLink,
  linksInput,
  localizedBiographiesInput,
  localizedBiography,
} from './contributor-details.ts';
import { isIsni, isIsniForm, plainIsni } from './isni.ts';

export const contributorsEndpoints = {
  list: { method: 'GET', path: '/contributors' },
  get: { method: 'GET', path: '/contributors/:id' },
  update: { method: 'PUT', path: '/contributors/:id' },
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
  sort_name: fields
    .optionalText(limits.maxNameLength)
    .optional()
    .describe('The sort name of a new contributor. That of an existing one stays.'),
  role: z.enum(roleNames, `Must be one of: ${contributorRoleNames.join(', ')}`).describe('The role.'),
});
export type ContributorInput = z.output<typeof contributorInput>;

/** A contributor in a file. */
export const contributorInFile = z.object({
  name: z.string().trim().min(1).max(limits.maxNameLength),
  role: z.enum(roleNames),
  /** Files of earlier versions have none. */
  sort_name: z.string().trim().max(limits.maxNameLength).optional(),
});
export type ContributorInFile = z.output<typeof contributorInFile>;

/** All contributors of a book or import in a request. */
export const contributorList = fields.jsonList(contributorInput, MAX_CONTRIBUTORS, 'contributors').optional();

/** All contributors of a book in a request. */
export const contributorsInput = contributorList.describe(
  'All contributors in order. Then `narrator` is ignored. The first author is `author`, if that is also sent. Without authors, the first author stays.',
);

export const contributorOrders = ['book_count', 'name', 'sort_name'] as const;

export const contributorsQuery = z
  .object({
    ...listParameters(contributorOrders),
    role: documentedAs(
      fields.filterText(40).transform((text) => contributorRoleNames.find((role) => role === text)),
      z.enum(roleNames),
    ).describe(
      'Only contributors with this role. `book_count` then sorts by the number of books in this role. Other values have no effect.',
    ),
  })
  .transform((raw) => {
    const { sort_by_field, sort_direction, ...rest } = fields.foldSearch(raw);
    return { ...rest, similar: raw.similar === true, sort: orderOf(sort_by_field, sort_direction) };
  });
export type ContributorsQuery = z.output<typeof contributorsQuery>;

/** A contributor in a list. */
export const contributorEntry = namedSchema(
  'ContributorEntry',
  z.object({
    ...authorEntry.shape,
    book_count: responseFields.count.describe('The number of books in any role.'),
    sort_name: always(z.string()).describe(
      'The name in lists sorted by family name. Empty if it is the name.',
    ),
    other_names: always(z.array(z.string())).describe('Other spellings and pen names.'),
    image: always(responseFields.fileUrl('The image')),
    thumbnail_url: responseFields.thumbnailUrl,
    roles: always(
      z.array(
        namedSchema(
          'RoleOfContributor',
          z.object({
            role: contributorRole,
            book_count: responseFields.count.describe('The number of books.'),
          }),
        ),
      ),
    ).describe('The roles of the contributor on books.'),
  }),
);
export type ContributorEntry = z.infer<typeof contributorEntry>;

/** A contributor with details. */
export const contributor = namedSchema(
  'Contributor',
  z.object({
    ...contributorEntry.shape,
    isni: z.string().describe('The ISNI: 16 characters without spaces. Empty if not known.'),
    biography: z.string().describe('A short biography. Can contain line breaks.'),
    links: always(z.array(contributorLink)).describe('The links in order.'),
    localized_biographies: always(z.array(localizedBiography)).describe('The biography in other languages.'),
  }),
);
export type ContributorDetails = z.infer<typeof contributor>;

/** The files of an update. */
export const contributorFiles = { image: 'image' } as const;

/** The maximum number of other names. */
export const MAX_OTHER_NAMES = 50;

const otherNames = z
  .string()
  .max(MAX_OTHER_NAMES * limits.maxNameLength)
  .transform((text) =>
    text
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

export const contributorUpdate = namedSchema(
  'ContributorUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    name: fields
      .requiredText(limits.maxNameLength, messages.nameRequired)
      .optional()
      .describe('The new name, which all books show. Fails with 409 if another contributor has it.'),
    sort_name: fields
      .optionalText(limits.maxNameLength)
      .describe('The name that starts with the family name, such as `Marsh, Ada`.'),
    other_names: z
      .union([
        z.array(fields.requiredText(limits.maxNameLength, messages.nameRequired)).max(MAX_OTHER_NAMES),
        otherNames,
      ])
      .optional()
      .describe('All other names, as a list or one per line.'),
    isni: documentedAs(
      z.preprocess(
        (value) => (typeof value === 'string' ? plainIsni(value) : value),
        z
          .string()
          .refine(
            (isni) => isni === '' || isIsniForm(isni),
            'Enter a valid ISNI of 16 characters, or leave it empty.',
          )
          .refine(
            (isni) => !isIsniForm(isni) || isIsni(isni),
            'The last character of this ISNI doesn’t match the others. Check all digits.',
          )
          .optional(),
      ),
      z.string().max(100),
    ).describe('The ISNI with or without spaces. Its check character is validated.'),
    biography: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),
    links: linksInput,
    localized_biographies: localizedBiographiesInput,
    remove_image: fields.removal('image'),
  }),
);
export type ContributorUpdate = z.output<typeof contributorUpdate>;

export const contributorMessages = { updated: 'Contributor updated successfully' } as const;
