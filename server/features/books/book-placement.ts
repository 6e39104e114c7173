import type { Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { categoryByCode, subCategoryByCode } from '#server/core/resource/category-codes';

export interface Placement {
  readonly category_id: number | null;
  readonly sub_category_id: number | null;
}

interface InputCodes {
  readonly category_code?: string | undefined;
  readonly sub_category_code?: string | undefined;
}

const nowhere: Placement = { category_id: null, sub_category_id: null };

/**
 * Returns the placement after an update of a book that is now at `current`. Absent codes change nothing, and blank ones clear. A
 * sub-category alone implies its category. A new category removes a sub-category of another one.
 * @throws AppError 422 for unknown codes and a sub-category of another category
 */
export async function placementOf(
  trx: Transaction<Schema>,
  { category_code, sub_category_code }: InputCodes,
  current: Placement = nowhere,
): Promise<Placement> {
  const category = category_code ? await categoryOf(trx, category_code) : undefined;
  if (sub_category_code) {
    const sub = await subCategoryOf(trx, sub_category_code);
    if (category && category.id !== sub.category_id)
      throw fieldError('sub_category_code', knownErrors.otherCategory);
    return { category_id: sub.category_id, sub_category_id: sub.id };
  }
  if (category_code === '') return nowhere;
  const category_id = category?.id ?? current.category_id;
  const keepsSub = sub_category_code === undefined && category_id === current.category_id;
  return { category_id, sub_category_id: keepsSub ? current.sub_category_id : null };
}

async function categoryOf(trx: Transaction<Schema>, code: string) {
  const [matchingCategory] = await categoryByCode(trx, { code });
  if (!matchingCategory) throw fieldError('category_code', knownErrors.noCategory(code));
  return matchingCategory;
}

async function subCategoryOf(trx: Transaction<Schema>, code: string) {
  const [matchingSubCategory] = await subCategoryByCode(trx, { code });
  if (!matchingSubCategory) throw fieldError('sub_category_code', knownErrors.noSubCategory(code));
  return matchingSubCategory;
}
