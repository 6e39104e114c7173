import { z } from 'zod';
import { defaultSubjects } from '#contract/categories/default-subjects';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';

const subCategory = namedSchema(
  'SubCategoryReference',
  z.object({
    id: responseFields.id,
    code: responseFields.code,
    name: responseFields.name,
    type: responseFields.subCategoryType,
    default_subjects: defaultSubjects.item,
  }),
);

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired).describe('The display name.');
const code = fields.filterCode.describe(
  'A code of your own, unique among categories. If absent, a new category gets a code from its name, and an existing one keeps its code.',
);

export const categories = defineResource({
  name: 'categories',
  singular: 'category',
  plural: 'categories',
  item: namedSchema(
    'Category',
    z.object({
      id: responseFields.id,
      name: responseFields.name,
      code: responseFields.code.describe('The code, unique among categories.'),
      image_url: responseFields.fileUrl('The image'),
      thumbnail_url: responseFields.thumbnailUrl,
      type: responseFields.categoryType,
      sub_categories: z.array(subCategory).describe('The sub-categories by the time of creation.'),
      default_subjects: defaultSubjects.item,
      ...responseFields.versionFields,
    }),
  ),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: namedSchema('CategoryCreate', z.object({ name, code, default_subjects: defaultSubjects.input })),
  update: namedSchema(
    'CategoryUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      name: name.optional(),
      code,
      default_subjects: defaultSubjects.input,
      remove_image: fields.removal('image'),
    }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/books/categories' },
    get: { method: 'GET', path: '/books/categories/:id' },
    create: { method: 'POST', path: '/books/categories' },
    update: { method: 'PUT', path: '/books/categories/:id' },
    remove: { method: 'DELETE', path: '/books/categories/:id' },
  },
  encoding: 'json',
  files: { image: 'image' },
  totalFollowsWrites: false,
  messages: resourceMessages('category', 'categories'),
});

export type Category = ItemOf<typeof categories>;
