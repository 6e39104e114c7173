/** The facts about a type of record that both sides of the API use. `defineResource` and the two modules add the others. */
interface RecordTypeInfo {
  /** Nouns for messages: "sub-category", "sub-categories". */
  readonly singular: string;
  readonly plural: string;
  /** The names on screens: "Sub Category", "Sub Categories". */
  readonly label: string;
  readonly pluralLabel: string;
  /** The heading of the list. */
  readonly heading: string;
  /** The text of the action that creates a record. Null for contributors, whom books create. */
  readonly addLabel: string | null;
  /** The name in error codes and in counters of the system report. It is also the name of the table. */
  readonly table: string;
  /** The position in search results and in the API reference. */
  readonly order: number;
  /** The text of the section of the API reference. */
  readonly description: string;
  /** The column that identifies a record in spreadsheets. */
  readonly key: 'id' | 'code';
  /** The optional columns of the list, in order. Names and actions are always visible. */
  readonly columns: readonly string[];
}

/** All types of records, by the name in permissions and the API. All except contributors, whose name is `authors`, are resources. */
export const recordTypes = {
  books: {
    singular: 'book',
    plural: 'books',
    label: 'Book',
    pluralLabel: 'Books',
    heading: 'Books',
    addLabel: 'Add New Book',
    table: 'books',
    order: 1,
    description: 'Books with chapters, audio and text items.',
    key: 'code',
    columns: ['id', 'author', 'category', 'sub_category', 'reading_time', 'duration'],
  },
  authors: {
    singular: 'contributor',
    plural: 'contributors',
    label: 'Contributor',
    pluralLabel: 'Contributors',
    heading: 'Contributors',
    addLabel: null,
    table: 'authors',
    order: 2,
    description: 'Authors, narrators and others with a role on books.',
    key: 'id',
    columns: ['id', 'roles', 'book_count', 'similar'],
  },
  categories: {
    singular: 'category',
    plural: 'categories',
    label: 'Category',
    pluralLabel: 'Categories',
    heading: 'Categories',
    addLabel: 'Add Category',
    table: 'categories',
    order: 3,
    description: 'Categories of books.',
    key: 'code',
    columns: ['id', 'image', 'code'],
  },
  'sub-categories': {
    singular: 'sub-category',
    plural: 'sub-categories',
    label: 'Sub Category',
    pluralLabel: 'Sub Categories',
    heading: 'Sub Categories',
    addLabel: 'Add Sub Category',
    table: 'sub_categories',
    order: 4,
    description: 'Sub-categories of categories.',
    key: 'code',
    columns: ['id', 'code', 'category_code', 'category_name'],
  },
  collections: {
    singular: 'collection',
    plural: 'collections',
    label: 'Collection',
    pluralLabel: 'Collections',
    heading: 'Collections',
    addLabel: 'Add Collection',
    table: 'collections',
    order: 5,
    description: 'Ordered lists of books.',
    key: 'id',
    columns: ['id', 'image', 'description', 'book_count', 'books'],
  },
  series: {
    singular: 'series',
    plural: 'series',
    label: 'Series',
    pluralLabel: 'Series',
    heading: 'Series',
    addLabel: 'Add Series',
    table: 'series',
    order: 6,
    description: 'Books with their positions in a series.',
    key: 'id',
    columns: ['id', 'image', 'description', 'is_ordered', 'book_count', 'books'],
  },
  publishers: {
    singular: 'publisher',
    plural: 'publishers',
    label: 'Publisher',
    pluralLabel: 'Publishers',
    heading: 'Publishers',
    addLabel: 'Add Publisher',
    table: 'publishers',
    order: 10,
    description: 'Publishers of books, with their imprints.',
    key: 'id',
    columns: ['id', 'image', 'website', 'imprints'],
  },
  'story-books': {
    singular: 'story book',
    plural: 'story books',
    label: 'Story Book',
    pluralLabel: 'Story Books',
    heading: 'Story Books',
    addLabel: 'Add New Story Book',
    table: 'story_books',
    order: 7,
    description: 'Ordered lists of text items from several books.',
    key: 'id',
    columns: ['id', 'description', 'book_name', 'book_code', 'chapter_code', 'text_item_code'],
  },
  'mobile-configs': {
    singular: 'mobile config',
    plural: 'mobile configs',
    label: 'Mobile Config',
    pluralLabel: 'Mobile Configs',
    heading: 'Mobile Configs',
    addLabel: 'Add New Config',
    table: 'mobile_configs',
    order: 9,
    description: 'Home screens of the mobile apps, as ordered blocks.',
    key: 'id',
    columns: ['id', 'is_main_service'],
  },
  challenges: {
    singular: 'challenge',
    plural: 'challenges',
    label: 'Challenge',
    pluralLabel: 'Challenges',
    heading: 'Reading Challenges',
    addLabel: 'Add Challenge',
    table: 'challenges',
    order: 8,
    description: 'Reading plans with one book per day.',
    key: 'id',
    columns: [],
  },
} as const satisfies Readonly<Record<string, RecordTypeInfo>>;

type RecordTypes = typeof recordTypes;
export type RecordName = keyof RecordTypes;
/** A record with the five routes of every resource. Books create and delete authors. */
export type ResourceName = Exclude<RecordName, 'authors'>;

/** The name of a record type or of a field as an identifier: "subCategories" of "sub-categories", "bookCount" of "book_count". */
export type CamelCase<Name extends string> = Name extends `${infer First}${'-' | '_'}${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
export const camelCase = <Name extends string>(name: Name): CamelCase<Name> =>
  name.replace(/[-_](\w)/g, (_, character: string) => character.toUpperCase()) as CamelCase<Name>;

export const recordNames = Object.keys(recordTypes) as readonly RecordName[];
/** The resources, by the name used for permissions and store slices. */
export const resourceNames = recordNames.filter((name): name is ResourceName => name !== 'authors');

/** The records in the order of search results and of the API reference. */
export const orderedRecordNames = recordNames.toSorted(
  (first, second) => recordTypes[first].order - recordTypes[second].order,
);

/** Returns a fact about each of the records, by their names. */
export const typeInfoOf = <Name extends RecordName, Field extends keyof RecordTypeInfo>(
  names: readonly Name[],
  key: Field,
): { readonly [Key in Name]: RecordTypes[Key][Field] } =>
  Object.fromEntries(names.map((name) => [name, recordTypes[name][key]])) as {
    readonly [Key in Name]: RecordTypes[Key][Field];
  };
