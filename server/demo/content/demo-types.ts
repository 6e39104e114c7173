import type { ReleaseColour } from '#contract/releases/releases';

/** Numeric codes as in the contract: 1 Turkish, 2 Portuguese, 3 English, 4 Spanish. */
export type DemoLanguage = 1 | 2 | 3 | 4;

export interface DemoSubCategory {
  readonly code: string;
  readonly name: string;
}

export interface DemoCategory extends DemoSubCategory {
  /** A file under `server/demo/media/`. */
  readonly image: string;
  readonly subCategories: readonly DemoSubCategory[];
}

export interface DemoAuthor {
  readonly name: string;
  readonly language: DemoLanguage;
}

/** A chapter with its own file has `audio`; one inside the book's file has `start` and `end`, in seconds. */
export interface DemoChapter {
  readonly name: string;
  readonly durationSeconds: number;
  readonly audio?: string;
  readonly start?: number;
  readonly end?: number;
  readonly textItems: readonly string[];
}

export interface DemoBook {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly language: DemoLanguage;
  readonly categoryCode: string;
  readonly subCategoryCode: string;
  readonly isBackup: 0 | 1;
  readonly durationSeconds: number;
  readonly chapterCount: number;
  /** Files under `server/demo/media/`; `audio` only where one file holds the whole book. */
  readonly cover: string;
  readonly audio?: string;
  /** Present in the complete books only. */
  readonly chapters?: readonly DemoChapter[];
}

/** Measurements of the files of one book; `audio` is set only when one file holds the whole book. */
export interface BookNarration {
  readonly audio?: string;
  readonly durationSeconds: number;
  readonly chapters: readonly Omit<DemoChapter, 'name' | 'textItems'>[];
}

export interface DemoCollection {
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly books: readonly string[];
}

export interface DemoSeries {
  readonly title: string;
  readonly description: string;
  readonly isOrdered: boolean;
  /** The slugs of the books with their positions. */
  readonly books: readonly (readonly [slug: string, position: string])[];
}

export interface DemoEdition {
  /** The slug of the first edition. */
  readonly of: string;
  readonly name: string;
  readonly language: DemoLanguage;
  readonly translator: string;
  readonly narrator: string;
  readonly abridgement: 'abridged' | 'unabridged';
  readonly durationSeconds: number;
}

/** The publisher of all books in a language. Each imprint has the books of a category. */
export interface DemoPublisher {
  readonly name: string;
  readonly website: string;
  readonly description: string;
  readonly language: DemoLanguage;
  readonly imprints: readonly { readonly name: string; readonly category: string }[];
}

export interface DemoChallenge extends DemoCollection {
  readonly dayCount: number;
}

/** `chapter` and `textItem` count from 1, as the codes of chapters and text items do. */
export interface DemoStoryItem {
  readonly book: string;
  readonly chapter: number;
  readonly textItem: number;
  readonly isFeatured: boolean;
}

export interface DemoStoryBook {
  readonly title: string;
  readonly description: string;
  readonly items: readonly DemoStoryItem[];
}

/** Collections, story books and challenges are named by title, categories by code. */
export type DemoBlock =
  | { readonly title: string; readonly type: 'one_collection' | 'story_book'; readonly item: string }
  | {
      readonly title: string;
      readonly type: 'list_collection' | 'challenges' | 'categories';
      readonly items: readonly string[];
    };

export interface DemoMobileConfig {
  readonly title: string;
  readonly isMainService: boolean;
  readonly blocks: readonly DemoBlock[];
}

/** Changes that are prepared in a release. Books are named by slug, sub-categories by code. */
export interface DemoRelease {
  readonly name: string;
  readonly note: string;
  readonly colour: ReleaseColour;
  /** Weeks after loading; undefined for a draft. */
  readonly weeksUntilPublished?: number;
  /** The new collection. */
  readonly collection: DemoCollection;
  /** The home screen that shows the collection in a new first block. */
  readonly home: { readonly title: string; readonly block: string };
  readonly subCategories: Readonly<Record<string, string>>;
  readonly comment: string;
}

/** The hand-written fields of a book; the rest is derived in `demo-books.ts`. */
export type BookRow = readonly [
  name: string,
  author: string,
  subCategoryCode: string,
  minutes: number,
  chapterCount: number,
  description: string,
];

export interface CompleteBookText {
  readonly name: string;
  readonly author: string;
  readonly subCategoryCode: string;
  readonly description: string;
  readonly chapters: readonly { readonly name: string; readonly texts: readonly string[] }[];
}
