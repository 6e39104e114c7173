import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import type { z } from 'zod';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import type { EditorFieldsProps } from './editor-fields.tsx';
import type { EditorForm } from './use-editor-form.ts';
import { useFormFiles } from './use-form-files.ts';

const noFiles = {};

export interface RequestFormOptions<Item, Values> {
  readonly initial: () => Values;
  /** The schema of the request. */
  readonly schema: z.ZodType;
  /** The files of the request, if it has any. */
  readonly files?: ResourceDeclaration['files'];
  /** The messages for a failed save and a failed reload, if the server sends none. */
  readonly failures: { readonly save: string; readonly load: string };
  /** Reads the stored version of the record after an edit conflict. Absent if the form only creates records. */
  readonly read?: () => Promise<Item>;
  /** Called with each failed save. */
  readonly onFailed?: (apiError: ApiErrorDetails, cause: unknown) => void;
}

/** The state of a form in an `EditorDialog` whose record is in no slice of the store. */
export function useRequestForm<Item, Values extends object>(
  form: EditorForm<Item>,
  { initial, schema, files = noFiles, failures, read, onFailed }: RequestFormOptions<Item, Values>,
) {
  const { item, onDirty, onSaving } = form;
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const onEdit = useCallback(() => {
    setDirty(true);
    // The stored version can still be loaded after a conflict.
    setApiError((error) => (error && isVersionConflict(error) ? error : undefined));
  }, []);
  const { values, errors, setErrors, mark, input, set } = useFormValues(initial, onEdit);
  const fileFields = useFormFiles({ files }, mark);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  /** Checks the payload, and sends it. An invalid field is focused, and errors are shown. */
  const submit = async (
    event: FormEvent<HTMLFormElement>,
    payload: object,
    send: () => Promise<void>,
  ): Promise<void> => {
    if (isSaving) return;
    const { elements } = event.currentTarget;
    const inputErrors = { ...schemaErrors(schema, payload), ...fileFields.errors };
    setErrors(inputErrors);
    setApiError(undefined);
    const [firstField] = Object.keys(inputErrors);
    if (firstField !== undefined) {
      const field =
        elements.namedItem(firstField) ?? elements.namedItem(firstField.split('.', 1)[0] ?? firstField);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setSaving(true);
    try {
      await send();
    } catch (error) {
      const saveError = toApiErrorDetails(error, failures.save);
      onFailed?.(saveError, error);
      setApiError(saveError);
      setErrors(saveError.errors ?? {});
    }
    setSaving(false);
  };

  const editor: EditorFieldsProps['editor'] = {
    messages: [
      ...new Set(
        apiError ? [apiError.message, ...Object.values(apiError.errors ?? {})] : Object.values(errors),
      ),
    ],
    isConflict: item !== undefined && apiError !== undefined && isVersionConflict(apiError),
    async reload() {
      if (!read) return;
      try {
        form.onReload(await read());
      } catch (error) {
        setApiError(toApiErrorDetails(error, failures.load));
      }
    },
    hasAutosave: false,
    discardAutosave: () => undefined,
    saving: isSaving ? { progress: undefined } : undefined,
    cancel: () => form.onCancel(),
  };

  return {
    values,
    errors,
    apiError,
    input,
    set,
    submit,
    /** Returns the props of a file field. */
    file: (name: string) => ({ ...fileFields.field(name), error: errors[name] !== undefined }),
    /** The changed files, for the request. */
    filePayload: fileFields.payload,
    editor,
  };
}
