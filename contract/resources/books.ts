import { z } from 'zod';
import { defineResource, type ItemOf, type QueryOf } from '../define-resource.ts';
import * as fields from '../fields.ts';
import { languageFromFilter } from '../languages.ts';
import { limits } from '../limits.ts';
import { messages, resourceMessages } from '../messages.ts';

export const textItem = z.object({ id: z.int(), code: z.string().optional(), text: z.string() });

export const chapter = z.object({
  id: z.int(),
  code: z.string().optional(),
  name: z.string(),
  /** Seconds. */
  duration: z.int(),
  /** A whole file, or a part of the book's file as a media fragment: `…#t=start,end` in seconds (W3C Media Fragments). */
  track_url: z.string().nullable(),
  text_items: z.array(textItem),
});

const category = z.object({ id: z.int(), code: z.string(), name: z.string() });

export const book = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  description: z.string(),
  author: z.object({ id: z.int(), name: z.string() }),
  chapter_count: z.int(),
  /** Seconds. */
  duration: z.int(),
  category: category.nullable(),
  sub_category: category.nullable(),
  image_url: z.string().nullable(),
  /** The same picture, small enough for a table row. */
  thumbnail_url: z.string().nullable().optional(),
  audio_url: z.string().nullable(),
  /** 1 backup service, 0 main service. */
  is_backup: z.int(),
  language: z.int().optional(),
  /** Seconds. */
  reading_time: z.int(),
  version: z.int().optional(),
  updated_at: z.string().optional(),
  chapters: z.array(chapter).optional(),
});

const query = z
  .object({
    ...fields.listKeys,
    language: fields.filterText(20),
    category_id: fields.filterText(20),
    category_code: fields.filterCode,
    sub_category_code: fields.filterCode,
    type: fields.optionalBoolean,
    is_backup: fields.optionalBoolean,
    sort_by_field: fields.filterText(40),
    sort_direction: fields.filterText(10),
    with_chapters: fields.optionalBoolean,
  })
  .transform((raw) => {
    const { type, is_backup, language, category_id, sort_by_field, sort_direction, ...rest } =
      fields.foldSearch(raw);
    const backup = is_backup ?? type;
    const direction: 'asc' | 'desc' = sort_direction?.toLowerCase() === 'desc' ? 'desc' : 'asc';
    return {
      ...rest,
      with_chapters: raw.with_chapters ?? true,
      is_backup: backup === undefined ? undefined : backup ? 1 : 0,
      language: language === undefined ? undefined : languageFromFilter(language),
      /** An unreadable id is a filter that no book passes, not a filter left out. */
      category_id:
        category_id === undefined ? undefined : /^\d{1,9}$/.test(category_id) ? Number(category_id) : 0,
      sort: sort_by_field === 'reading_time' ? direction : undefined,
    };
  });

const form = {
  description: fields.optionalText(limits.maxDescriptionLength),
  chapter_count: fields.wholeNumber(0, messages.chapterCountNegative),
  /** Seconds; 0 asks the server to take the audio file's own duration. */
  duration: fields.wholeNumber(0, messages.durationNegative),
  /** Blank clears the category. */
  category_code: fields.optionalCode,
  sub_category_code: fields.optionalCode,
  is_backup: fields.optionalBoolean,
  language: fields.wholeNumber(1, 'Language must be a known code'),
  author: z.object({ id: fields.optionalId, name: fields.optionalText(limits.maxNameLength) }).optional(),
};

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired);

export const books = defineResource({
  name: 'books',
  singular: 'book',
  plural: 'books',
  item: book,
  query,
  create: z.object({ name, ...form }),
  update: z.object({ id: fields.id, version: fields.version, name: name.optional(), ...form }),
  endpoints: {
    list: { method: 'GET', path: '/books/list' },
    get: { method: 'GET', path: '/books/:id' },
    create: { method: 'POST', path: '/books/create' },
    update: { method: 'POST', path: '/books/update' },
    remove: { method: 'DELETE', path: '/books/:id' },
  },
  encoding: 'multipart',
  files: { image: 'image', audio: 'audio' },
  totalFollowsWrites: true,
  messages: resourceMessages('book', 'books'),
});

export type Book = ItemOf<typeof books>;
export type Chapter = z.infer<typeof chapter>;
export type TextItem = z.infer<typeof textItem>;
export type BooksQuery = QueryOf<typeof books>;
