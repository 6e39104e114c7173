import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { defineResource, type ItemOf, type QueryOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { languages } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages, valueMessages } from '#contract/core/messages';
import { always, documentedAs, named, withKeywords } from '#contract/core/schema-notes';

const time = withKeywords(z.number(), { minimum: 0 });

export const textItem = named(
  'TextItem',
  z.object({
    id: answers.id,
    code: always(z.string()).describe('Unique in its chapter.'),
    text: z.string().describe('What is read aloud.'),
    start: time
      .optional()
      .describe('Where it begins in the chapter’s audio file, in seconds; absent where that is not known.'),
    end: time
      .optional()
      .describe('Where it ends in the chapter’s audio file, in seconds; absent where that is not known.'),
  }),
);

export const chapter = named(
  'Chapter',
  z.object({
    id: answers.id,
    code: always(z.string()).describe('Unique in its book.'),
    name: z.string().describe('What listeners see.'),
    duration: answers.seconds.describe('Whole seconds, from the audio.'),
    track_url: answers.fileUrl(
      'The audio: a whole file, or a part of the book’s file as a media fragment, `…#t=start,end` in seconds',
    ),
    text_items: z.array(textItem).describe('In order.'),
    gain_db: z
      .number()
      .nullable()
      .optional()
      .describe(
        'With `tracks=files`: by how many decibels a player should raise or lower the sound, so that all books are equally loud (-18 LUFS, ' +
          'no peak above -1 dB); null while that has not been measured.',
      ),
    vtt_url: withKeywords(z.string(), { format: 'uri-reference' })
      .nullable()
      .optional()
      .describe(
        'With `tracks=files`: its texts as WebVTT, in the time of the file that `track_url` names, as they are now; null where none has a time.',
      ),
  }),
);

const reference = { id: answers.id, code: answers.code, name: answers.name };
const category = named('CategoryOfBook', z.object({ ...reference, type: answers.categoryType }));
const subCategory = named('SubCategoryOfBook', z.object({ ...reference, type: answers.subCategoryType }));

export const book = named(
  'Book',
  z.object({
    id: answers.id,
    name: answers.name,
    code: answers.code.describe('`BK-` and the id in six digits or more; given by the server.'),
    description: answers.description,
    author: named(
      'Author',
      z.object({ id: answers.id, name: z.string().describe('Authors are told apart by their names.') }),
    ),
    narrator: always(z.string()).describe('Who reads it; empty when that is not known.'),
    year: always(answers.count).describe('When it appeared; 0 when that is not known.'),
    chapter_count: answers.count.describe('The number of chapters; as entered while there are none.'),
    has_chapters: always(z.boolean()).describe('True when the book has chapters.'),
    duration: answers.seconds.describe('Whole seconds, as entered or from the audio.'),
    category: category.nullable().describe('Null when the book is in none.'),
    sub_category: subCategory.nullable().describe('Always one of the book’s `category`.'),
    image_url: answers.fileUrl('The cover'),
    thumbnail_url: answers.thumbnailUrl,
    audio_url: answers.fileUrl('The audio'),
    is_backup: withKeywords(z.int(), { enum: [0, 1] }).describe(
      'The service: 1 backup service, 0 main service.',
    ),
    language: always(answers.language),
    reading_time: answers.seconds.describe(
      'Whole seconds: by the words of the text items where there are any, else the chapters, else `duration`.',
    ),
    ...answers.versionFields,
    chapters: z.array(chapter).optional().describe('In order. Absent from lists with `with_chapters=0`.'),
    tracks_ready: z
      .boolean()
      .optional()
      .describe('With `tracks=files`: false while files are still being cut; ask again then.'),
  }),
);

const anyLanguage = z.enum(languages.flatMap(({ code, short }) => [short, String(code)]));
const service = z.union([withKeywords(z.int(), { enum: [0, 1] }), z.boolean()]);

const query = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only books that contain this text in their name or in their code and, behind those, books whose author’s name contains it, ' +
        'whatever its case and accents. One or two letters find beginnings of words; digits alone also find the book whose code ' +
        'has that number. Blank counts as absent.',
    ),
    in: documentedAs(
      fields
        .filterText(20)
        .transform((text) => (text?.toLowerCase() === 'everything' ? ('everything' as const) : undefined)),
      z.enum(['everything']),
    ).describe(
      '`everything`: the search also finds, behind the others, books in whose description, or in the title of one of whose chapters, its ' +
        'words stand in this order; of the last one the beginning will do. It has to have three letters or more for that.',
    ),
    language: documentedAs(fields.filterText(20), anyLanguage).describe(
      `Only books of this language, by its short code or its number: ${languages.map(({ code, short }) => `${short} or ${code}`).join(', ')}.`,
    ),
    category_id: documentedAs(fields.filterText(20), fields.id).describe(
      'Only books of the category with this id. Filters by category combine: a book passes all of them.',
    ),
    category_code: fields.filterCode.describe('Only books of the category with this code.'),
    sub_category_code: fields.filterCode.describe('Only books of the sub-category with this code.'),
    author: fields
      .filterText(limits.maxNameLength)
      .describe(
        'Only books of the author with this name, whatever its case and spaces. Blank counts as absent; a name that ' +
          'nobody has finds no book.',
      ),
    type: documentedAs(fields.optionalBoolean, service).describe('Another name of `is_backup`, which wins.'),
    is_backup: documentedAs(fields.optionalBoolean, service).describe(
      'Only books of this service: 1 backup service, 0 main service.',
    ),
    ...fields.sortKeys('reading_time'),
    with_chapters: fields.optionalBoolean.describe(
      'Whether items carry their `chapters` with all texts; `true` unless given. Lists without them are much smaller.',
    ),
  })
  .transform((raw) => {
    const { type, is_backup, language, category_id, sort_by_field, sort_direction, ...rest } =
      fields.foldSearch(raw);
    const { in: place, ...plain } = rest;
    const backup = is_backup ?? type;
    const direction: 'asc' | 'desc' = sort_direction?.toLowerCase() === 'desc' ? 'desc' : 'asc';
    return {
      ...plain,
      ...(place && { in: place }),
      with_chapters: raw.with_chapters ?? true,
      is_backup: backup === undefined ? undefined : backup ? 1 : 0,
      /** Not validated here: the settings list the languages. */
      language,
      /** An unreadable id matches no book; it is not ignored. */
      category_id:
        category_id === undefined ? undefined : /^\d{1,9}$/.test(category_id) ? Number(category_id) : 0,
      sort: sort_by_field === 'reading_time' ? direction : undefined,
    };
  });

const readQuery = z.object({
  tracks: documentedAs(
    fields
      .filterText(20)
      .transform((text) => (text?.toLowerCase() === 'files' ? ('files' as const) : undefined)),
    z.enum(['files']),
  ).describe(
    '`files`: chapters that are parts of a file name a file of their own, which begins and ends with them and is cut without being ' +
      'encoded again (MP3, M4A, M4B, WAV; others stay parts); times of texts count from its beginning.',
  ),
});

const form = {
  narrator: fields.optionalText(limits.maxNameLength).describe('Who reads it.'),
  year: fields
    .wholeNumber(0, 'Year must not be negative')
    .describe('When it appeared; 0 when that is not known.'),
  description: fields.optionalText(limits.maxDescriptionLength).describe('May have several lines.'),
  chapter_count: fields
    .wholeNumber(0, messages.chapterCountNegative)
    .describe('0 unless given at a create. Ignored while the book has chapters: then it is their number.'),
  duration: fields
    .wholeNumber(0, messages.durationNegative)
    .describe('Whole seconds. 0 or absent at a create with audio: the length of the audio.'),
  category_code: fields.optionalCode.describe(
    'The code of an existing category. An empty text clears category and sub-category.',
  ),
  sub_category_code: fields.optionalCode.describe(
    'The code of an existing sub-category, which implies its category. An empty text clears it.',
  ),
  is_backup: documentedAs(fields.optionalBoolean, service).describe(
    'The service: 1 backup service, 0 main service. 1 unless given at a create.',
  ),
  language: fields
    .wholeNumber(1, messages.languageUnknown)
    .describe(
      `Number of the language: ${languages.map(({ code, label }) => `${code} ${label}`).join(', ')}. 3 unless given at a create.`,
    ),
  author: z
    .object(
      {
        id: fields.optionalId.describe('Counts only when the author with this id has this name.'),
        name: fields
          .optionalText(limits.maxNameLength)
          .describe(
            'Decides: the author with this name is found, or made. Blank: the provider of the catalogue.',
          ),
      },
      valueMessages.mustBeAuthor,
    )
    .optional()
    .describe('Who wrote it. Absent at a create: the provider of the catalogue.'),
  audio_upload: fields
    .optionalText(64)
    .describe(
      'The id of an upload of the same account (`/api/uploads`), whose file becomes the audio in the place of a file part. ' +
        'The upload is used up by it.',
    ),
};

const name = fields
  .requiredText(limits.maxNameLength, messages.nameRequired)
  .describe('What people call it.');

export const books = defineResource({
  name: 'books',
  singular: 'book',
  plural: 'books',
  item: book,
  longList: { key: 'chapters', inner: 'text_items', entry: chapter },
  query,
  readQuery,
  create: named('BookCreate', z.object({ name, ...form })),
  update: named(
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
