import { subjectLimits } from './book-subjects.ts';
import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { defineResource, type ItemOf, type QueryOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { languages } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, valueMessages } from '#contract/core/messages';
import { always, documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';
import {
  customFilter,
  customInput,
  customItem,
  gatherCustomFilters,
} from '#contract/custom-fields/custom-values';
import { sample, sampleInput, sampleUrl } from './sample.ts';
import { dayQuery, detailForm, detailItem, detailQuery } from './book-details.ts';
import { bookImprint, bookPublisher, publisherForm } from '#contract/publishers/publishers';
import {
  bookContributor,
  contributorRoleNames,
  contributorsInput,
} from '#contract/contributors/contributors';

const time = withKeywords(z.number(), { minimum: 0 });

export const textItem = namedSchema(
  'TextItem',
  z.object({
    id: responseFields.id,
    code: always(z.string()).describe('The code of the text item, unique in its chapter.'),
    text: z.string().describe('The text that is read aloud.'),
    start: time
      .optional()
      .describe('The start in the chapter’s audio file, in seconds. Absent if it is not known.'),
    end: time
      .optional()
      .describe('The end in the chapter’s audio file, in seconds. Absent if it is not known.'),
  }),
);

export const chapter = namedSchema(
  'Chapter',
  z.object({
    id: responseFields.id,
    code: always(z.string()).describe('The code of the chapter, unique in its book.'),
    name: z.string().describe('The name that listeners see.'),
    duration: responseFields.seconds.describe('The duration in seconds, from the audio.'),
    track_url: responseFields.fileUrl(
      'The audio. A part of the book’s file has a fragment such as `#t=start,end` in seconds. The address',
    ),
    text_items: z.array(textItem).describe('The entries in order.'),
    gain_db: z
      .number()
      .nullable()
      .optional()
      .describe(
        'With `tracks=files`: the volume change in decibels that makes all books equally loud (-18 LUFS, no peak above -1 dB). Null until it is measured.',
      ),
    vtt_url: withKeywords(z.string(), { format: 'uri-reference' })
      .nullable()
      .optional()
      .describe(
        'With `tracks=files`: the current text items as WebVTT, with times of the file in `track_url`. Null if there are no times.',
      ),
  }),
);

/** The first edition of a book’s work. */
export const firstEdition = namedSchema(
  'FirstEdition',
  z.object({
    id: responseFields.id,
    code: responseFields.code,
    name: responseFields.name,
    language: responseFields.language,
  }),
);

const reference = { id: responseFields.id, code: responseFields.code, name: responseFields.name };
const category = namedSchema('CategoryOfBook', z.object({ ...reference, type: responseFields.categoryType }));
const subCategory = namedSchema(
  'SubCategoryOfBook',
  z.object({ ...reference, type: responseFields.subCategoryType }),
);

export const book = namedSchema(
  'Book',
  z.object({
    id: responseFields.id,
    name: responseFields.name,
    code: responseFields.code.describe(
      'The unique code, assigned by the server: `BK-` and the ID in at least six digits.',
    ),
    description: responseFields.description,
    author: namedSchema(
      'Author',
      z.object({ id: responseFields.id, name: z.string().describe('The name of the author. It is unique.') }),
    ),
    narrator: always(z.string()).describe('The narrators as text. Empty if not known.'),
    contributors: always(z.array(bookContributor)).describe(
      'The contributors with their roles in order, starting with `author`.',
    ),
    year: always(responseFields.count).describe('The year of publication. 0 if it is not known.'),
    chapter_count: responseFields.count.describe(
      'The number of chapters. While there are none, the number that was entered.',
    ),
    has_chapters: always(z.boolean()).describe('True if the book has chapters.'),
    duration: responseFields.seconds.describe('The duration in seconds, as entered or from the audio.'),
    category: category.nullable().describe('The category of the book, or null.'),
    sub_category: subCategory.nullable().describe('The sub-category, which belongs to `category`, or null.'),
    series: always(
      z.array(
        namedSchema(
          'BookSeries',
          z.object({
            id: responseFields.id,
            title: responseFields.title,
            position: z.string().describe('The position of the book as text. Can be blank.'),
          }),
        ),
      ),
    ).describe('The series that contain the book, oldest first.'),
    edition_of: firstEdition
      .optional()
      .describe(
        'The first edition of the work, for example the original of a translation. Absent for the first edition itself, and while the first edition is deleted.',
      ),
    publisher: bookPublisher.optional().describe('The publisher. Absent if it is not recorded.'),
    imprint: bookImprint
      .optional()
      .describe('The imprint, which belongs to `publisher`. Absent if it is not recorded.'),
    image_url: responseFields.fileUrl('The cover'),
    thumbnail_url: responseFields.thumbnailUrl,
    audio_url: responseFields.fileUrl('The audio'),
    sample: sample
      .optional()
      .describe('The part of a chapter that is the audio sample. Absent if there is none.'),
    sample_url: sampleUrl,
    is_backup: withKeywords(z.int(), { enum: [0, 1] }).describe(
      'The service: 1 is the backup service, 0 the main service.',
    ),
    language: always(responseFields.language),
    reading_time: responseFields.seconds.describe(
      'The reading time in seconds. It is calculated from the text items, otherwise from the chapters or `duration`.',
    ),
    ...detailItem,
    custom: customItem,
    ...responseFields.versionFields,
    chapters: z
      .array(chapter)
      .optional()
      .describe('The chapters in order. Absent in lists with `with_chapters=0`.'),
    tracks_ready: z
      .boolean()
      .optional()
      .describe('With `tracks=files`: false while files are being created. Repeat the request later.'),
  }),
);

const anyLanguage = z.enum(languages.flatMap(({ code, short }) => [short, String(code)]));
const service = z.union([withKeywords(z.int(), { enum: [0, 1] }), z.boolean()]);

/** An unreadable id matches no book; it is not ignored. */
const filterId = (text: string | undefined) =>
  text === undefined ? undefined : /^\d{1,9}$/.test(text) ? Number(text) : 0;

/** The dates by which an index sorts the list. */
export const sortDates = ['publication_date', 'on_sale_date'] as const;
export type SortDate = (typeof sortDates)[number];

const sortKeys = fields.sortKeys('reading_time', ...sortDates);
const sortQuery = {
  ...sortKeys,
  sort_by_field: sortKeys.sort_by_field.describe(
    `${sortKeys.sort_by_field.description} Books without the date come last in both directions.`,
  ),
};

const queryFields = z.object({
  ...fields.listKeys,
  search: fields.listKeys.search.describe(
    'Only books with this text in their name or code, then books with this text in their author’s name. Case and accents are ignored. One or two letters match the start of words. Digits also match the number of a code. A blank value has no effect.',
  ),
  in: documentedAs(
    fields
      .filterText(20)
      .transform((text) => (text?.toLowerCase() === 'everything' ? ('everything' as const) : undefined)),
    z.enum(['everything']),
  ).describe(
    '`everything` also searches descriptions and chapter titles for these words in this order. These results come last. The last word can be incomplete. The search text needs at least three letters.',
  ),
  language: documentedAs(fields.filterText(20), anyLanguage).describe(
    `Only books in this language, by its short code or number: ${languages.map(({ code, short }) => `${short} or ${code}`).join(', ')}.`,
  ),
  category_id: documentedAs(fields.filterText(20), fields.id).describe(
    'Only books of the category with this ID. Category filters combine: a book matches all of them.',
  ),
  category_code: fields.filterCode.describe('Only books of the category with this code.'),
  sub_category_code: fields.filterCode.describe('Only books of the sub-category with this code.'),
  author: fields
    .filterText(limits.maxNameLength)
    .describe(
      'Only books of the author with this name. Case and spaces are ignored. A blank value has no effect. An unknown name returns no books.',
    ),
  contributor_id: documentedAs(fields.filterText(20), fields.id).describe(
    'Only books of the contributor with this ID, in any role.',
  ),
  contributor_role: documentedAs(
    fields
      .filterText(20)
      .transform((text) => contributorRoleNames.find((role) => role === text?.toLowerCase())),
    z.enum(contributorRoleNames as [string, ...string[]]),
  ).describe('With `contributor_id`: only books on which the contributor has this role.'),
  ...detailQuery,
  ...dayQuery,
  rights_ending_within: fields
    .wholeNumber(0, 'Must not be negative')
    .describe(
      'Only books with a right whose last day is today or in this number of days at most. Days are in UTC.',
    ),
  in_collection: fields.optionalBoolean.describe(
    'True: only books in at least one collection. False: only books in no collection.',
  ),
  series_id: documentedAs(fields.filterText(20), fields.id).describe(
    'Only books of the series with this ID. Unless sorted, they are in the order of the series.',
  ),
  work_of: fields.filterCode.describe(
    'Only the editions of the work of the book with this code, including the book itself. An unknown code returns no books.',
  ),
  publisher_id: documentedAs(fields.filterText(20), fields.id).describe(
    'Only books of the publisher with this ID.',
  ),
  imprint_id: documentedAs(fields.filterText(20), fields.id).describe(
    'Only books of the imprint with this ID.',
  ),
  type: documentedAs(fields.optionalBoolean, service).describe(
    'An alias of `is_backup`. If both are sent, `is_backup` is used.',
  ),
  is_backup: documentedAs(fields.optionalBoolean, service).describe(
    'Only books of this service: 1 backup service, 0 main service.',
  ),
  ...sortQuery,
  subject: fields
    .filterText(subjectLimits.maxSchemeLength + subjectLimits.maxCodeLength + 1)
    .describe(
      'Only books with this subject: scheme and code, such as `Thema:FBA`. Case is ignored. An unknown subject returns no books.',
    ),
  custom: customFilter,
  with_chapters: fields.optionalBoolean.describe(
    'True includes `chapters` with all text items. The default is `true`. Lists without chapters are much smaller.',
  ),
});

/** The names of the query parameters, except those of custom fields. */
export const bookQueryNames: readonly string[] = Object.keys(queryFields.shape).filter(
  (key) => key !== 'custom',
);

const query = documentedAs(
  z.preprocess(
    gatherCustomFilters,
    queryFields.transform((raw) => {
      const { type, is_backup, language, sort_by_field, sort_direction, ...filters } = fields.foldSearch(raw);
      const { category_id, series_id, contributor_id, contributor_role, ...rest } = filters;
      const { in: section, custom, publisher_id, imprint_id, ...plain } = rest;
      const backup = is_backup ?? type;
      const sortDate = sortDates.find((name) => name === sort_by_field);
      const direction: 'asc' | 'desc' = sort_direction?.toLowerCase() === 'desc' ? 'desc' : 'asc';
      return {
        ...plain,
        ...(section && { in: section }),
        ...(custom && { custom }),
        with_chapters: raw.with_chapters ?? true,
        is_backup: backup === undefined ? undefined : backup ? 1 : 0,
        /** Not validated here: the settings list the languages. */
        language,
        category_id: filterId(category_id),
        ...(series_id !== undefined && { series_id: filterId(series_id) }),
        ...(contributor_id !== undefined && { contributor_id: filterId(contributor_id) }),
        ...(contributor_role && { contributor_role }),
        ...(publisher_id !== undefined && { publisher_id: filterId(publisher_id) }),
        ...(imprint_id !== undefined && { imprint_id: filterId(imprint_id) }),
        sort: sortDate || sort_by_field === 'reading_time' ? direction : undefined,
        ...(sortDate && { sort_by: sortDate }),
      };
    }),
  ),
  queryFields,
);

const readQuery = z.object({
  tracks: documentedAs(
    fields
      .filterText(20)
      .transform((text) => (text?.toLowerCase() === 'files' ? ('files' as const) : undefined)),
    z.enum(['files']),
  ).describe(
    '`files` returns a separate file for each chapter that is part of a file. MP3, M4A, M4B and WAV are split without encoding; other formats stay parts. Times of text items count from the start of the separate file.',
  ),
});

const form = {
  narrator: fields
    .optionalText(limits.maxNameLength)
    .describe('The narrators as text. Semicolons and `&` separate names, and commas between full names.'),
  contributors: contributorsInput,
  year: fields
    .wholeNumber(0, 'Year must not be negative')
    .describe('The year of publication. 0 if it is not known.'),
  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),
  chapter_count: fields
    .wholeNumber(0, messages.chapterCountNegative)
    .describe('The number of chapters. The default is 0. Ignored while the book has chapters.'),
  duration: fields
    .wholeNumber(0, messages.durationNegative)
    .describe(
      'The duration in seconds. If it is 0 or absent in a new book with audio, the duration of the audio is used.',
    ),
  category_code: fields.optionalCode.describe(
    'The code of an existing category. An empty text removes category and sub-category.',
  ),
  sub_category_code: fields.optionalCode.describe(
    'The code of an existing sub-category. It also sets the category. An empty text removes it.',
  ),
  edition_of: fields.optionalCode.describe(
    'The code of a book of the same work, whose first edition is stored. An edition of this book becomes the first edition. Other editions of this book move with it. An empty text removes the book from the work.',
  ),
  is_backup: documentedAs(fields.optionalBoolean, service).describe(
    'The service: 1 is the backup service, 0 the main service. The default is 1.',
  ),
  language: fields
    .wholeNumber(1, messages.languageUnknown)
    .describe(
      `The number of the language: ${languages.map(({ code, label }) => `${code} ${label}`).join(', ')}. The default is 3.`,
    ),
  author: z
    .object(
      {
        id: fields.optionalId.describe('Used only if the author with this ID has this name.'),
        name: fields
          .optionalText(limits.maxNameLength)
          .describe(
            'The name of the author, who is found by name or created. If blank, the provider of the catalogue is used.',
          ),
      },
      valueMessages.mustBeAuthor,
    )
    .optional()
    .describe('The author. If absent in a new book, the provider of the catalogue is used.'),
  ...publisherForm,
  sample: sampleInput.describe(
    'The audio sample: 1 second to 10 minutes of a chapter. The audio is MP3, M4A, M4B or WAV. An object, or a text such as `CH-01 12.5-45`. Its file is created in a job, and again after the audio of the chapter changes. An empty text removes it.',
  ),
  ...detailForm,
  custom: customInput,
  audio_upload: fields
    .optionalText(64)
    .describe(
      'The ID of your own upload (`/api/uploads`), used as audio instead of a file in the form. An upload can be used once.',
    ),
};

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired).describe('The display name.');

export const books = defineResource({
  name: 'books',
  singular: 'book',
  plural: 'books',
  item: book,
  longList: { key: 'chapters', inner: 'text_items', entry: chapter },
  query,
  readQuery,
  create: namedSchema('BookCreate', z.object({ name, ...form })),
  update: namedSchema(
    'BookUpdate',
    z.object({
      id: fields.id,
      version: fields.version,
      name: name.optional(),
      ...form,
      remove_image: fields.removal('image'),
      remove_audio: fields.removal('audio file'),
    }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/books/list' },
    get: { method: 'GET', path: '/books/:id' },
    create: { method: 'POST', path: '/books/create' },
    update: { method: 'POST', path: '/books/update' },
    remove: { method: 'DELETE', path: '/books/:id' },
  },
  encoding: 'multipart',
  files: { image: 'image', audio: 'audio' },
  uploads: { audio: 'audio_upload' },
  totalFollowsWrites: true,
  messages: resourceMessages('book', 'books'),
});

export type Book = ItemOf<typeof books>;
export type Chapter = z.infer<typeof chapter>;
export type TextItem = z.infer<typeof textItem>;
export type BooksQuery = QueryOf<typeof books>;
