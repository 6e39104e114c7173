import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { valueMessages } from '#contract/core/messages';
import { describedIn } from '#contract/core/registry';
import * as responseFields from '#contract/core/responses';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

/* Custom fields of books: fields that staff add under Settings. Books have their values in `custom`. */

/** The types of fields. A field never changes its type. */
export const customFieldTypes = {
  text: { label: 'Text', description: 'is a text' },
  number: { label: 'Number', description: 'is a decimal number' },
  date: { label: 'Date', description: 'is a date as `YYYY-MM-DD`' },
  yes_no: { label: 'Yes or no', description: 'is `true` or `false`' },
  choice: { label: 'Choice', description: 'is the name of a choice' },
  link: { label: 'Link', description: 'is an http or https address' },
} as const;
export type CustomFieldType = keyof typeof customFieldTypes;
export const customFieldTypeNames = Object.keys(customFieldTypes) as [CustomFieldType, ...CustomFieldType[]];

export const customFieldLimits = {
  maxFields: 50,
  maxChoices: 100,
  maxLabelLength: 60,
  maxHelpLength: 300,
  maxChoiceLength: 100,
  /** The length of a text or link of a book. */
  maxTextLength: 2_000,
} as const;

export const customFieldEndpoints = {
  list: { method: 'GET', path: '/custom-fields' },
  get: { method: 'GET', path: '/custom-fields/:id' },
  create: { method: 'POST', path: '/custom-fields/create' },
  update: { method: 'POST', path: '/custom-fields/update' },
  reorder: { method: 'POST', path: '/custom-fields/reorder' },
  remove: { method: 'DELETE', path: '/custom-fields/:id' },
} as const;

export const customChoice = namedSchema(
  'CustomChoice',
  z.object({
    id: responseFields.id.describe('The ID of the choice, unique in its field.'),
    name: z.string().describe('The name, which books have as value.'),
  }),
);
export type CustomChoice = z.infer<typeof customChoice>;

const type = z.enum(customFieldTypeNames);

export const customField = namedSchema(
  'CustomField',
  z.object({
    id: responseFields.id,
    key: z.string().describe('The name in `custom` of books. It never changes.'),
    label: z.string().describe('The name on screens.'),
    type: type.describe(`The type. A value of ${describedIn(customFieldTypes)}`),
    choices: z.array(customChoice).describe('The choices in order. Empty for other types.'),
    help: z.string().describe('A text below the input. Can be blank.'),
    is_required: z.boolean().describe('True if new books must have a value.'),
    is_filter: z.boolean().describe('True if the list of books offers a filter.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Increases with every change.'),
  }),
);
export type CustomField = z.infer<typeof customField>;

export const customFieldUsage = namedSchema(
  'CustomFieldUsage',
  customField.extend({
    book_count: responseFields.count.describe('The number of books with a value.'),
  }),
);
export type CustomFieldUsage = z.infer<typeof customFieldUsage>;

const choiceInput = z.object({
  id: fields.optionalId.describe('The ID of an existing choice, which can be renamed. Absent for a new one.'),
  name: fields
    .requiredText(customFieldLimits.maxChoiceLength, valueMessages.choiceNameRequired)
    .describe('The name. It is unique in its field.'),
});
export type CustomChoiceInput = z.output<typeof choiceInput>;

const form = {
  choices: fields
    .jsonList(choiceInput, customFieldLimits.maxChoices, 'choices')
    .optional()
    .describe(
      'All choices in order, for the type `choice`. Existing choices without an entry are removed. A choice that books use can’t be removed.',
    ),
  help: fields.optionalText(customFieldLimits.maxHelpLength).describe('A text below the input.'),
  is_required: fields.optionalBoolean.describe(
    'True if new books must have a value. Books without a value stay valid until someone changes the field. The default is `false`.',
  ),
  is_filter: fields.optionalBoolean.describe(
    'True if the list of books offers a filter. The default is `false`.',
  ),
};

const label = fields
  .requiredText(customFieldLimits.maxLabelLength, valueMessages.labelRequired)
  .describe('The name on screens. It is unique.');

export const customFieldCreate = namedSchema(
  'CustomFieldCreate',
  z.object({
    label,
    type: documentedAs(
      z.enum(customFieldTypeNames, { error: () => valueMessages.mustBeOneOf(customFieldTypeNames) }),
      type,
    ).describe('The type. It can’t change later.'),
    ...form,
  }),
);
export type CustomFieldCreate = z.output<typeof customFieldCreate>;

export const customFieldUpdate = namedSchema(
  'CustomFieldUpdate',
  z.object({ id: fields.id, version: fields.version, label: label.optional(), ...form }),
);
export type CustomFieldUpdate = z.output<typeof customFieldUpdate>;

export const customFieldOrder = namedSchema(
  'CustomFieldOrder',
  z.object({
    ids: z
      .array(fields.id)
      .max(customFieldLimits.maxFields)
      .describe('The IDs of all fields in their new order.'),
  }),
);

export const customFieldMessages = {
  created: 'Custom field created successfully',
  updated: 'Custom field updated successfully',
  reordered: 'Order updated successfully',
  deleted: 'Custom field deleted successfully',
} as const;
