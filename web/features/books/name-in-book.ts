import type { Book } from '#contract/books/books';
import type { RecordFilterName } from './record-filters.ts';

/** A filter by a record, and the ID or code of the record. */
export interface NamedFilter {
  readonly name: RecordFilterName;
  readonly value: string;
}

/** Returns the name of a record in a filter that a book of the list has. */
export function nameInBook(book: Book, name: RecordFilterName, value: string): string | undefined {
  const isRecord = ({ id }: { readonly id: number }) => String(id) === value;
  switch (name) {
    case 'contributor_id':
      return book.contributors?.find(isRecord)?.name;
    case 'series_id':
      return book.series?.find(isRecord)?.title;
    case 'publisher_id':
    case 'imprint_id': {
      const record = book[name === 'imprint_id' ? 'imprint' : 'publisher'];
      return record && isRecord(record) ? record.name : undefined;
    }
    case 'work_of':
      return [book, book.edition_of].find((edition) => edition?.code === value)?.name;
    default:
      return undefined;
  }
}
