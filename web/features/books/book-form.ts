import { z } from 'zod';
import { defaultLanguage } from '#contract/languages';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Book } from '#contract/resources/books';
import type { Settings } from '#contract/settings';
import { toMinutes } from '../../lib/durations.ts';

/** What stands in the form's fields, as their inputs hold it. */
export interface BookFormValues {
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly chapter_count: string;
  /** Minutes. */
  readonly duration: string;
  readonly category: string;
  readonly subCategory: string;
  readonly language: string;
  readonly is_backup: string;
  readonly image: File | undefined;
  readonly audio: File | undefined;
}

/** The values a form begins with: those of a book, or those of a new one. */
export function toFormValues(book: Book | undefined): BookFormValues {
  return {
    name: book?.name ?? '',
    description: book?.description ?? '',
    author: book?.author?.name ?? '',
    chapter_count: String(book?.chapter_count ?? 0),
    duration: String(toMinutes(book?.duration)),
    category: book?.category?.code ?? '',
    subCategory: book?.sub_category?.code ?? '',
    language: String(book?.language ?? defaultLanguage),
    is_backup: book?.is_backup === 0 ? '0' : '1',
    image: undefined,
    audio: undefined,
  };
}

/** Number inputs are read as whole numbers; what cannot be read counts as 0. */
export function toWholeNumber(text: string): number {
  const number = Math.trunc(Number(text));
  return Number.isFinite(number) ? number : 0;
}

/** The rules the form can check by itself; the server checks them again. */
export const bookFormRules = z.object({
  name: z.string().trim().min(1, messages.nameRequired).max(limits.maxNameLength),
  chapter_count: z.string().refine((text) => toWholeNumber(text) >= 0, messages.chapterCountNegative),
  duration: z.string().refine((text) => toWholeNumber(text) >= 0, messages.durationNegative),
});

/** The stored seconds while the shown minutes were not touched, else the minutes as seconds. */
export function toSeconds(minutes: string, book: Book | undefined): number {
  if (book && minutes === String(toMinutes(book.duration))) return book.duration;
  return toWholeNumber(minutes) * 60;
}

/** The id that an author without a known one is sent with, which section 9 leaves to chance on create and fixes on edit. */
export function spareAuthorId(book: Book | undefined): number {
  return book ? limits.editedAuthorId : 1 + Math.floor(Math.random() * limits.randomAuthorIdMax);
}

/** The author to send. A name left as it was keeps its id, any other takes the spare one. No name is the provider's name. */
export function toAuthor(name: string, book: Book | undefined, providerName: string, spareId: number) {
  const typed = name.trim();
  if (book && typed !== '' && typed === book.author?.name) return { id: book.author.id, name: typed };
  return { id: spareId, name: typed === '' ? providerName : typed };
}

/**
 * The form as the wire wants it. Files that were not chosen are absent, so the stored ones stay. The same arguments give the
 * same payload, since a create that is repeated after a lost answer has to be the same request.
 */
export function toPayload(
  values: BookFormValues,
  book: Book | undefined,
  settings: Settings,
  spareId: number,
) {
  return {
    ...(book && { id: book.id, version: book.version }),
    name: values.name.trim(),
    description: values.description.trim(),
    chapter_count: toWholeNumber(values.chapter_count),
    duration: toSeconds(values.duration, book),
    category_code: values.category,
    sub_category_code: values.subCategory,
    language: Number(values.language),
    is_backup: values.is_backup === '0' ? 0 : 1,
    author: toAuthor(values.author, book, settings.provider_name, spareId),
    ...(values.image && { image: values.image }),
    ...(values.audio && { audio: values.audio }),
  };
}

const fields: Readonly<Record<string, keyof BookFormValues>> = {
  name: 'name',
  description: 'description',
  author: 'author',
  'author.name': 'author',
  chapter_count: 'chapter_count',
  duration: 'duration',
  category_code: 'category',
  sub_category_code: 'subCategory',
  language: 'language',
  is_backup: 'is_backup',
  image: 'image',
  audio: 'audio',
};

/** The form's field for one of the server's names; errors of other fields show in the alert alone. */
export function fieldOf(serverName: string): keyof BookFormValues | undefined {
  return fields[serverName];
}
