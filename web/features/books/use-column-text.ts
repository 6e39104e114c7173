import { useTranslation } from 'react-i18next';
import { bookDetails, type DetailName, detailInWords, detailText } from '#contract/books/book-details';
import type { Book } from '#contract/books/books';
import { languageLabel } from '#contract/core/languages';
import type { AdditionalBookColumn } from '#contract/saved-views/view-lists';
import { dateFormat, listFormat } from '#web/core/lib/formats.ts';

/** Returns a function that returns the text of a book in a column that is hidden by default; blank without a value. */
export function useColumnText(): (book: Book, column: AdditionalBookColumn) => string {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const namesOf = (names: readonly string[]) => listFormat(locale).format(names);

  return (book, column) => {
    switch (column) {
      case 'language':
        return languageLabel(book.language);
      case 'type':
        return t(book.is_backup === 0 ? 'books.mainService' : 'books.backupService');
      case 'narrator':
        return book.narrator ?? '';
      case 'year':
        return String(book.year || '');
      case 'contributors':
        return namesOf([...new Set(book.contributors?.map(({ name }) => name))]);
      case 'series':
        return book.series?.map(({ title, position }) => [title, position].join(' ').trim()).join('; ') ?? '';
      case 'publisher':
      case 'imprint':
        return book[column]?.name ?? '';
      default:
        return textOfDetail(book, column);
    }
  };

  function textOfDetail(book: Book, name: DetailName): string {
    const text = detailInWords(name, detailText(book, name));
    // Days have no time zone.
    return text !== '' && bookDetails[name].input === 'date'
      ? dateFormat(locale).format(new Date(`${text}T12:00:00`))
      : text;
  }
}
