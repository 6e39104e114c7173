import { type Publisher, publishers } from '#contract/publishers/publishers';
import { textFields } from '#web/core/lib/plain-texts.ts';

const texts = textFields(publishers);

/** An imprint in the form. */
export interface ImprintRow {
  /** Unique within the form. */
  readonly key: string;
  /** Undefined for a new imprint. */
  readonly id: number | undefined;
  readonly name: string;
}

export interface PublisherValues extends ReturnType<typeof texts.of> {
  readonly imprints: readonly ImprintRow[];
}

export const toValues = (item: Publisher | undefined): PublisherValues => ({
  ...texts.of(item),
  imprints: (item?.imprints ?? []).map(({ id, name }) => ({ key: String(id), id, name })),
});

export function newImprintRow(rows: readonly ImprintRow[]): ImprintRow {
  const numbers = rows.flatMap(({ key }) => (key.startsWith('new-') ? Number(key.slice(4)) : []));
  return { key: `new-${Math.max(0, ...numbers) + 1}`, id: undefined, name: '' };
}

/** Returns the request body. New rows without a name are skipped. */
export const toPayload = (values: PublisherValues) => ({
  ...texts.trimmed(values),
  imprints: values.imprints
    .map(({ id, name }) => ({ ...(id !== undefined && { id }), name: name.trim() }))
    .filter(({ id, name }) => id !== undefined || name !== ''),
});

/** Returns the form field of a contract path. Errors of an imprint belong to the list. */
export const fieldOf = (path: string) => path.replace(/^imprints\..*/, 'imprints');
