import type { Generated } from 'kysely';

/*
 * A table is described once, as a map of its columns. What the database holds, what the wire shows and what a write begins with
 * follow from it.
 */

/** The types of columns. A question mark allows null. */
interface Stored {
  /** A key that the database counts up. */
  serial: number;
  integer: number;
  'integer?': number | null;
  text: string;
  'text?': string | null;
  /** 0 or 1; true or false on the wire. */
  flag: number;
  /** 0 or 1; a number on the wire too, though clients may send a yes or no. */
  bit: number;
  /** The key of a blob; its address on the wire. */
  file: string | null;
}

interface PresentedTypes extends Omit<Stored, 'flag'> {
  flag: boolean;
}

export interface Column {
  readonly type: keyof Stored;
  /** Its name on the wire where that differs; false when it is not shown, or only as a part of something else. */
  readonly wire?: string | false;
  /** True if writes take it from the field of the same name in the request. */
  readonly sent?: true;
  /** The value of a new row by default. */
  readonly initial?: string | number | null;
}

export type Columns = Readonly<Record<string, Column>>;

/** A whole row as it is read. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: Stored[C[Name]['type']] };

/** The table as Kysely wants it described. */
export type TableOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name]['type'] extends 'serial' ? Generated<number> : Stored[C[Name]['type']];
};

type NamesOfKind<C extends Columns, Kind> = {
  [Name in keyof C]: C[Name] extends Kind ? Name : never;
}[keyof C];

export type SentNames<C extends Columns> = NamesOfKind<C, { readonly sent: true }> & string;
export type InitialNames<C extends Columns> = NamesOfKind<C, { readonly initial: unknown }> & string;
export type PresentedNames<C extends Columns> = Exclude<keyof C, NamesOfKind<C, { readonly wire: false }>> &
  string;

/** The fields of a row that the API presents. */
export type PresentedRow<C extends Columns> = {
  -readonly [Name in PresentedNames<C> as C[Name] extends { readonly wire: infer Other extends string }
    ? Other
    : Name]: PresentedTypes[C[Name]['type']];
};

/** The column that can hold what clients send under one key. */
interface ColumnFor<Value> extends Column {
  readonly sent: true;
  readonly type: [Value] extends [boolean | undefined]
    ? 'flag' | 'bit'
    : [Value] extends [number | undefined]
      ? 'integer'
      : 'text' | 'text?';
}

/**
 * The columns of the table behind a resource. Every key of what clients send to create one has a column of its own, or is named
 * as stored elsewhere.
 */
export function columnsFor<Create extends object, Elsewhere extends keyof Create = never>() {
  return <
    const C extends Columns & {
      readonly [Key in Exclude<keyof Create, Elsewhere>]-?: ColumnFor<Create[Key]>;
    },
  >(
    columns: C,
  ): C => columns;
}
