import type { Generated } from 'kysely';
import type { Subject } from '#contract/books/book-subjects';
import type { LocalizedText } from '#contract/books/localized-texts';
import type { Right } from '#contract/books/rights';
import type { Sample } from '#contract/books/sample';

/* A table is declared once, as a map of its columns. The types of its rows, of the API fields and of new rows are derived from it. */

/** The types of columns. A question mark allows null. */
interface Stored {
  /** A key that the database generates. */
  serial: number;
  integer: number;
  'integer?': number | null;
  text: string;
  'text?': string | null;
  /** 0 or 1; a boolean in the API. */
  flag: number;
  /** 0 or 1, in the API too. Clients may also send a boolean. */
  bit: number;
  /** The key of a blob; a URL in the API. */
  file: string | null;
  /** Texts; lists in the API. */
  rights: string;
  localized: string;
  /** A text; an object in the API. */
  sample: string;
  /** A text; a list in the API. */
  subjects: string;
}

interface PresentedTypes extends Omit<Stored, 'flag' | 'rights' | 'localized' | 'sample' | 'subjects'> {
  flag: boolean;
  rights: Right[];
  localized: LocalizedText[];
  sample: Sample | undefined;
  subjects: Subject[];
}

export interface Column {
  readonly type: keyof Stored;
  /** The name in the API if it differs; false if the column is not presented, or only as part of another field. */
  readonly apiName?: string | false;
  /** True if writes read the value from the request field of the same name. */
  readonly isInput?: true;
  /** The default value of a new row. */
  readonly initial?: string | number | null;
  /** True if the API leaves out a blank text or 0. */
  readonly isAbsentIfBlank?: true;
}

export type Columns = Readonly<Record<string, Column>>;

/** A row as read from the database. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: Stored[C[Name]['type']] };

/** The table type for Kysely. */
export type TableOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name]['type'] extends 'serial' ? Generated<number> : Stored[C[Name]['type']];
};

type NamesOfKind<C extends Columns, Kind> = {
  [Name in keyof C]: C[Name] extends Kind ? Name : never;
}[keyof C];

export type InputNames<C extends Columns> = NamesOfKind<C, { readonly isInput: true }> & string;
export type InitialNames<C extends Columns> = NamesOfKind<C, { readonly initial: unknown }> & string;
export type PresentedNames<C extends Columns> = Exclude<
  keyof C,
  NamesOfKind<C, { readonly apiName: false }>
> &
  string;

type AbsentIfBlankNames<C extends Columns> = NamesOfKind<C, { readonly isAbsentIfBlank: true }> & string;

/** The fields of a row that the API presents. */
export type PresentedRow<C extends Columns> = {
  -readonly [Name in Exclude<PresentedNames<C>, AbsentIfBlankNames<C>> as C[Name] extends {
    readonly apiName: infer Other extends string;
  }
    ? Other
    : Name]: PresentedTypes[C[Name]['type']];
} & { -readonly [Name in AbsentIfBlankNames<C>]?: PresentedTypes[C[Name]['type']] };

/** The column type that can store the value of a request field. */
interface ColumnFor<Value> extends Column {
  readonly isInput: true;
  readonly type: [Value] extends [boolean | undefined]
    ? 'flag' | 'bit'
    : [Value] extends [number | undefined]
      ? 'integer'
      : 'text' | 'text?' | 'rights' | 'localized' | 'sample' | 'subjects';
}

/**
 * Declares the columns of a resource's table. Every field of the create request needs a column, unless it is listed as stored elsewhere.
 */
export function columnsFor<Create extends object, Elsewhere extends keyof Create = never>() {
  // The check is part of the parameter, so that a missing column is reported only here.
  return <const C extends Columns>(
    columns: C & { readonly [Key in Exclude<keyof Create, Elsewhere>]-?: ColumnFor<Create[Key]> },
  ): C => columns;
}
