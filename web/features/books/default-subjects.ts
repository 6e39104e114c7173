import { joinSubjects } from '#contract/books/book-subjects';
import type { Category } from '#contract/categories/categories';
import { defaultsText } from '#web/core/components/subjects/default-subjects.ts';
import type { BookFormValues } from './book-form.ts';

/** The codes of the selected category and sub-category; blank for none. */
export interface Placement {
  readonly category: string;
  readonly subCategory: string;
}

/** Returns the default subjects of a category and its sub-category as text. */
function defaultsOf(categories: readonly Category[], { category, subCategory }: Placement): string {
  const selected = categories.find(({ code }) => code === category);
  const sub = selected?.sub_categories.find(({ code }) => code === subCategory);
  return joinSubjects(defaultsText(selected), defaultsText(sub));
}

/** Returns the subjects of a new book after its category was selected. Subjects that a user has changed stay. */
export function subjectsAfter(
  { subjects, default_subjects }: Pick<BookFormValues, 'subjects' | 'default_subjects'>,
  categories: readonly Category[],
  placement: Placement,
): Pick<BookFormValues, 'subjects' | 'default_subjects'> {
  const defaults = defaultsOf(categories, placement);
  const isUnchanged = subjects === '' || subjects === default_subjects;
  return { subjects: isUnchanged ? defaults : subjects, default_subjects: defaults };
}
