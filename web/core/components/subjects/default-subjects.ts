import { formatSubjects, type Subject } from '#contract/books/book-subjects';

interface WithDefaults {
  readonly default_subjects?: readonly Subject[] | undefined;
}

/** Returns the default subjects of a category or sub-category as text. */
export const defaultsText = (item: WithDefaults | undefined): string =>
  formatSubjects(item?.default_subjects ?? []);

/** Returns the field of a request with default subjects, if they changed. */
export const changedDefaults = (default_subjects: string, item: WithDefaults | undefined) =>
  default_subjects === defaultsText(item) ? {} : { default_subjects };
