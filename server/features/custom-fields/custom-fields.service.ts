import type { Kysely, Transaction } from 'kysely';
import {
  type CustomChoice,
  type CustomChoiceInput,
  type CustomField,
  type CustomFieldCreate,
  type CustomFieldUpdate,
  type CustomFieldUsage,
  customFieldLimits,
} from '#contract/custom-fields/custom-fields';
import { knownErrors } from '#contract/core/errors';
import { foldText, slugOf } from '#contract/core/slug';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { appError, fieldError, notFound } from '#server/core/errors';
import { assertCurrentVersion } from '#server/core/resource/writes';
import { lockCustomFields, readCustomFields } from '#server/core/settings/custom-fields';
import type { Settings } from '#server/core/settings/settings';

const NOUN = 'custom field';

interface CallContext {
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

async function countValues(db: Kysely<Schema>, fieldId: number, value?: string): Promise<number> {
  const { count } = await db
    .selectFrom('book_custom_values')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('field_id', '=', fieldId)
    .$if(value !== undefined, (rows) => rows.where('value', '=', value ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a key that no field of another type ever had. */
async function newKey(trx: Transaction<Schema>, { label, type }: CustomFieldCreate): Promise<string> {
  const stem = slugOf(label).replaceAll('-', '_') || 'field';
  const rows = await trx.selectFrom('custom_fields').select(['key', 'type', 'deleted_at']).execute();
  const usedKeys = new Set(
    rows.flatMap((row) => (row.deleted_at === null || row.type !== type ? row.key : [])),
  );
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? stem : `${stem}_${number}`;
    if (!usedKeys.has(key)) return key;
  }
}

function assertLabelIsFree(others: readonly CustomField[], label: string): void {
  const other = others.find((field) => foldText(field.label) === foldText(label));
  if (other) throw fieldError('label', knownErrors.customLabelTaken(other.label));
}

/** Returns the choices of a request with IDs. @throws AppError 422 */
function toChoices(
  input: readonly CustomChoiceInput[],
  before: readonly CustomChoice[],
  lastId: number,
): { choices: CustomChoice[]; last_choice_id: number } {
  if (input.length === 0) throw fieldError('choices', knownErrors.choicesRequired);
  const ids = new Set(before.map(({ id }) => id));
  const names = new Set<string>();
  let last_choice_id = lastId;
  const choices = input.map(({ id, name }, index) => {
    const key = foldText(name);
    if (names.has(key)) throw fieldError(`choices.${index}.name`, knownErrors.choiceRepeated(name));
    names.add(key);
    if (id === undefined) return { id: ++last_choice_id, name };
    // Each choice can be sent once.
    if (!ids.delete(id)) throw fieldError(`choices.${index}.id`, knownErrors.choiceUnknown);
    return { id, name };
  });
  return { choices, last_choice_id };
}

/** @throws AppError 409 if a book has a choice that is left out */
async function assertUnused(
  trx: Transaction<Schema>,
  field: CustomField,
  choices: readonly CustomChoice[],
): Promise<void> {
  const ids = new Set(choices.map(({ id }) => id));
  for (const { id, name } of field.choices) {
    if (ids.has(id)) continue;
    const books = await countValues(trx, field.id, String(id));
    if (books > 0) throw fieldError('choices', knownErrors.choiceInUse(name, books));
  }
}

const toFlag = (value: boolean): number => (value ? 1 : 0);

/** Reads and changes the custom fields of books. */
export function createCustomFieldService({
  database,
  settings,
}: {
  readonly database: Database;
  readonly settings: Pick<Settings, 'renew'>;
}) {
  async function find(db: Kysely<Schema>, id: number): Promise<CustomField> {
    const field = (await readCustomFields(db)).find((customField) => customField.id === id);
    if (!field) throw notFound(NOUN);
    return field;
  }

  /** Runs a change with a lock and an entry in the security log. @param work returns its result and the text of the entry */
  async function change<Result>(
    { authorize, origin }: CallContext,
    work: (trx: Transaction<Schema>) => Promise<{ readonly result: Result; readonly detail: string }>,
  ): Promise<Result> {
    const result = await inTransaction(database, async (trx) => {
      await lockCustomFields(trx);
      const user = await authorize(trx);
      const { result: changeResult, detail } = await work(trx);
      await recordSecurityEvent(trx, {
        kind: 'settings_changed',
        userId: null,
        actorId: user.id,
        origin,
        detail: `Custom fields: ${detail}`,
      });
      return changeResult;
    });
    await settings.renew();
    return result;
  }

  return {
    list: (): Promise<CustomField[]> => readCustomFields(database.kysely),

    /** Returns a field with the number of books that have a value. @throws AppError 404 */
    async get(id: number): Promise<CustomFieldUsage> {
      const field = await find(database.kysely, id);
      return { ...field, book_count: await countValues(database.kysely, id) };
    },

    /** @throws AppError 401, 403, 409 for too many fields, 422 */
    create: (input: CustomFieldCreate, context: CallContext): Promise<CustomField> =>
      change(context, async (trx) => {
        const others = await readCustomFields(trx);
        if (others.length >= customFieldLimits.maxFields)
          throw appError(knownErrors.tooManyCustomFields(customFieldLimits.maxFields));
        const { label, type, help = '', is_required = false, is_filter = false } = input;
        assertLabelIsFree(others, label);
        const { choices, last_choice_id } =
          type === 'choice' ? toChoices(input.choices ?? [], [], 0) : { choices: [], last_choice_id: 0 };
        const now = new Date().toISOString();
        const { position } = await trx
          .selectFrom('custom_fields')
          .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('position'))
          .executeTakeFirstOrThrow();
        const { id } = await trx
          .insertInto('custom_fields')
          .values({
            key: await newKey(trx, input),
            label,
            type,
            choices: JSON.stringify(choices),
            last_choice_id,
            help,
            is_required: toFlag(is_required),
            is_filter: toFlag(is_filter),
            position: position + 1,
            version: 1,
            created_at: now,
            updated_at: now,
            deleted_at: null,
            are_values_deleted: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { result: await find(trx, id), detail: `“${label}” created` };
      }),

    /** @throws AppError 401, 403, 404, 409 for another version or a choice in use, 422 */
    update: (input: CustomFieldUpdate, context: CallContext): Promise<CustomField> =>
      change(context, async (trx) => {
        const fields = await readCustomFields(trx);
        const before = fields.find(({ id }) => id === input.id);
        if (!before) throw notFound(NOUN);
        assertCurrentVersion(NOUN, input, before);
        const { label = before.label, help, is_required, is_filter } = input;
        assertLabelIsFree(
          fields.filter((field) => field !== before),
          label,
        );
        const { last_choice_id } = await trx
          .selectFrom('custom_fields')
          .select('last_choice_id')
          .where('id', '=', before.id)
          .executeTakeFirstOrThrow();
        const newChoices =
          before.type === 'choice' && input.choices
            ? toChoices(input.choices, before.choices, last_choice_id)
            : undefined;
        if (newChoices) await assertUnused(trx, before, newChoices.choices);
        await trx
          .updateTable('custom_fields')
          .set({
            label,
            ...(help !== undefined && { help }),
            ...(is_required !== undefined && { is_required: toFlag(is_required) }),
            ...(is_filter !== undefined && { is_filter: toFlag(is_filter) }),
            ...(newChoices && {
              choices: JSON.stringify(newChoices.choices),
              last_choice_id: newChoices.last_choice_id,
            }),
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', before.id)
          .execute();
        const detail = label === before.label ? `“${label}” updated` : `“${before.label}” renamed “${label}”`;
        return { result: await find(trx, before.id), detail };
      }),

    /** @throws AppError 401, 403, 422 if the order does not contain each field once */
    reorder: (ids: readonly number[], context: CallContext): Promise<CustomField[]> =>
      change(context, async (trx) => {
        const fields = await readCustomFields(trx);
        const isComplete = ids.length === fields.length && fields.every(({ id }) => ids.includes(id));
        if (!isComplete) throw fieldError('ids', knownErrors.customOrderIncomplete);
        for (const [index, id] of ids.entries())
          await trx
            .updateTable('custom_fields')
            .set({ position: index + 1 })
            .where('id', '=', id)
            .execute();
        return { result: await readCustomFields(trx), detail: 'order changed' };
      }),

    /** Deletes a field. Its values are no longer shown, and are deleted later. @throws AppError 401, 403, 404 */
    remove: (id: number, context: CallContext): Promise<void> =>
      change(context, async (trx) => {
        const { label } = await find(trx, id);
        const now = new Date().toISOString();
        await trx
          .updateTable('custom_fields')
          .set({ deleted_at: now, updated_at: now })
          .where('id', '=', id)
          .execute();
        return { result: undefined, detail: `“${label}” deleted` };
      }),
  };
}

export type CustomFieldService = ReturnType<typeof createCustomFieldService>;
