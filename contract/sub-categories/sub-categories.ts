import { z } from 'zod';
import { defaultSubjects } from '#contract/categories/default-subjects';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages } from '#contract/core/messages';
import { always, namedSchema } from '#contract/core/schema-notes';

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired).describe('The display name.');
const code = fields.filterCode.describe(
  'A code of your own, unique among sub-categories. If absent, a new sub-category gets a code from its name, and an existing one keeps its code.',
);
const categoryCode = fields
  .requiredCode(messages.categoryRequired)
  .describe('The code of its category. If you change it, the books move to the new category.');

export const subCategories = defineResource({
  name: 'sub-categories',
  singular: 'sub-category',
  plural: 'sub-categories',
  item: namedSchema(
    'SubCategory',
    z.object({
      id: responseFields.id,
      name: responseFields.name,
      code: responseFields.code.describe('The code, unique among all sub-categories.'),
      type: responseFields.subCategoryType,
      category_code: responseFields.code.describe('The code of its category.'),
      category: z
        .object({
          id: always(responseFields.id),
          code: always(responseFields.code),
          name: responseFields.name,
          type: responseFields.categoryType,
        })
        .describe('The category of the sub-category.'),
      default_subjects: defaultSubjects.item,
      ...responseFields.versionFields,
    }),
  ),
  query: z
    .object({
      ...fields.listKeys,
      category_code: fields.filterCode.describe('Only the sub-categories of the category with this code.'),
    })
    .transform(fields.foldSearch),
  create: namedSchema(
    'SubCategoryCreate',
    z.object({ name, code, category_code: categoryCode, default_subjects: defaultSubjects.input }),
  ),
  update: namedSchema(
    'SubCategoryUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      name: name.optional(),
      code,
      category_code: categoryCode.optional(),
      default_subjects: defaultSubjects.input,
    }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/books/sub-categories' },
    get: { method: 'GET', path: '/books/sub-categories/:id' },
    create: { method: 'POST', path: '/books/sub-categories' },
    update: { method: 'PUT', path: '/books/sub-categories/:id' },
    remove: { method: 'DELETE', path: '/books/sub-categories/:id' },
  },
  encoding: 'json',
  files: {},
  totalFollowsWrites: false,
  messages: resourceMessages('sub-category', 'sub-categories'),
});

export type SubCategory = ItemOf<typeof subCategories>;
