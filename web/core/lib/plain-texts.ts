import { z } from 'zod';
import type { CreateOf, ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { maxLengthOf } from './schema-limits.ts';

/** Keys of texts that items return unchanged: `name`, `title`, `description`. */
type PlainTextKey<R extends ResourceDeclaration> = {
  [Key in keyof CreateOf<R> & keyof ItemOf<R> & string]-?: CreateOf<R>[Key] extends string | undefined
    ? ItemOf<R>[Key] extends string | undefined
      ? Key
      : never
    : never;
}[keyof CreateOf<R> & keyof ItemOf<R> & string];

const isText = (schema: unknown): boolean =>
  schema instanceof z.ZodOptional ? isText(schema.unwrap()) : schema instanceof z.ZodString;

function plainTextKeys({ create, item }: ResourceDeclaration): string[] {
  if (!(create instanceof z.ZodObject) || !(item instanceof z.ZodObject)) return [];
  const fields: Readonly<Record<string, unknown>> = item.shape;
  return Object.keys(create.shape).filter(
    (key) => isText(fields[key]) && maxLengthOf(create, key) !== undefined,
  );
}

/**
 * Returns the plain texts of a resource, derived from its schemas. A form has one field for each, except `unshown` texts, which are not
 * changed.
 */
export function textFields<R extends ResourceDeclaration, Unshown extends PlainTextKey<R> = never>(
  declaration: R,
  excludedTexts: readonly Unshown[] = [],
) {
  type Key = Exclude<PlainTextKey<R>, Unshown>;
  type Texts = { readonly [Each in Key]: string };
  const keys = plainTextKeys(declaration).filter(
    (key) => !excludedTexts.some((text) => text === key),
  ) as Key[];
  const createTexts = (textOf: (key: Key) => string) =>
    Object.fromEntries(keys.map((key) => [key, textOf(key)])) as Texts;
  return {
    keys,
    /** Returns the initial texts of a form: those of an item, or blank ones. */
    of(item: ItemOf<R> | undefined): Texts {
      const values: Readonly<Record<string, unknown>> = { ...item };
      return createTexts((key) => {
        const value = values[key];
        return typeof value === 'string' ? value : '';
      });
    },
    /** Returns the form values to send. */
    trimmed: (values: Texts): Texts => createTexts((key) => values[key].trim()),
  };
}
