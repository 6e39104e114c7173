import { useEffect } from 'react';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customPrefix } from '#contract/custom-fields/custom-values';
import { loadCustomFields, selectCustomFields } from '#web/core/store/custom-fields.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';

const none: readonly CustomField[] = [];

/** Returns the custom fields of books. They are read with the first use, and again after a change. Without fields no request is sent. */
export function useCustomFields(): readonly CustomField[] {
  const { has_custom_fields, revision } = useAppSelector(selectSettings);
  const { fields } = useAppSelector(selectCustomFields);
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (has_custom_fields) void dispatch(loadCustomFields(revision));
  }, [has_custom_fields, revision, dispatch]);
  return has_custom_fields ? fields : none;
}

/** Returns the label of a custom field for its name in the audit log; undefined for other fields. */
export const customLabelOf = (customFields: readonly CustomField[], field: string): string | undefined =>
  customFields.find(({ key }) => customPrefix + key === field)?.label;
