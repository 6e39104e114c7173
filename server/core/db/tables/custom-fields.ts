import type { Generated } from 'kysely';
import type { CustomFieldType } from '#contract/custom-fields/custom-fields';

/** A custom field of books. Rows of deleted fields remain, so that no other type of field receives their key. */
export interface CustomFieldsTable {
  id: Generated<number>;
  key: string;
  label: string;
  type: CustomFieldType;
  /** A JSON list of `CustomChoice` in order. */
  choices: string;
  /** The highest ID that a choice of the field ever had. */
  last_choice_id: number;
  help: string;
  is_required: number;
  is_filter: number;
  position: number;
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** 1 after the values of a deleted field were deleted. */
  are_values_deleted: number;
}
