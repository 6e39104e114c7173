import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages } from '#contract/core/messages';
import { always, named } from '#contract/core/schema-notes';

const name = fields
  .requiredText(limits.maxNameLength, messages.nameRequired)
  .describe('What people call it.');
const code = fields.filterCode.describe(
  'A code of your own, while no other sub-category has it. Absent: made of the name at a create, unchanged at an update.',
);
const categoryCode = fields
  .requiredCode(messages.categoryRequired)
  .describe('The code of the category it belongs to. Its books follow it to another category.');

export const subCategories = defineResource({
  name: 'sub-categories',
  singular: 'sub-category',
  plural: 'sub-categories',
  item: named(
    'SubCategory',
    z.object({
      id: answers.id,
      name: answers.name,
      code: answers.code.describe('Unique among the sub-categories of all categories.'),
      type: answers.subCategoryType,
      category_code: answers.code.describe('The code of its category.'),
      category: z
        .object({
          id: always(answers.id),
          code: always(answers.code),
          name: answers.name,
          type: answers.categoryType,
        })
        .describe('The category it belongs to.'),
      ...answers.versionFields,
    }),
  ),
  query: z
    .object({
      ...fields.listKeys,
      category_code: fields.filterCode.describe('Only the sub-categories of the category with this code.'),
    })
    .transform(fields.foldSearch),
  create: named('SubCategoryCreate', z.object({ name, code, category_code: categoryCode })),
  update: named(
    'SubCategoryUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      name: name.optional(),
      code,
      category_code: categoryCode.optional(),
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
