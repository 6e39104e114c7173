import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import {
  type ApiErrorDetails,
  isVersionConflict,
  toApiErrorDetails,
  unnamedConflict,
} from '#web/core/api/api-error.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { maxLengthOf, schemaErrors } from '#web/core/lib/schema-limits.ts';
import { type FieldErrors, type TextField, useFormValues } from '#web/core/lib/use-form-values.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { scrollIntoForm } from '#web/ui/scroll-into-form.ts';
import { useErrorMessage } from '#web/ui/use-error-message.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorForm } from './editor-dialog.tsx';
import { withAutosave } from './form-autosaves.ts';
import { useFormAutosave, useAutosave } from './use-autosave.ts';
import { useFormFiles } from './use-form-files.ts';
import { useRecordRecent } from './use-record-recent.ts';
import { useSave } from './use-save.ts';

export interface EditorOptions<Item, Values> {
  /** Returns the initial values of the form for an existing or a new item. */
  readonly initial: (item: Item | undefined) => Values;
  /** Removes interrupted uploads from a restored autosave. */
  readonly restoreValues?: (values: Values) => Values;
  /** Returns the form field of a contract path; undefined to mark none. Default: the same name. */
  readonly fieldOf?: (path: string, values: Values) => string | undefined;
  /** Returns the section that a message is about, if the message alone is ambiguous. */
  readonly sectionOf?: (field: string, values: Values) => string | undefined;
  /** Called with the error of a failed save instead of adding it to `messages`. Edit conflicts stay in `messages`. */
  readonly onFailed?: (message: string) => void;
  /** Distinguishes the autosave of a new item from those of other forms. */
  readonly autosaveOfNew?: string | undefined;
  /** True for forms that show errors in place instead of a toast or alert. Only the browser and the server then validate values. */
  readonly showsErrorsInFields?: boolean;
}

/**
 * Returns the state of a form in an EditorDialog, from the first edit to the saved item. The schema of the contract limits and validates
 * the values. Invalid fields are marked by `errors`, and each message is listed once in `messages`.
 */
export function useEditor<R extends ResourceDeclaration, Values extends object>(
  slice: ResourceSlice<R>,
  form: EditorForm<ItemOf<R>>,
  options: EditorOptions<ItemOf<R>, Values>,
) {
  const { item, takesFocus, onDirty, onSaving } = form;
  const { declaration } = slice;
  const { fieldOf = (path) => path, sectionOf, onFailed, showsErrorsInFields = false } = options;
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  const client = useApi();
  const toast = useToast();
  useRecordRecent(declaration.name, item);
  const formRef = useRef<HTMLFormElement>(null);
  const release = useAppSelector(selectReleaseId);
  const storedForm = useFormAutosave(
    `${declaration.name}:${item?.id ?? options.autosaveOfNew ?? 'new'}${release === undefined ? '' : `:${release}`}`,
    item?.version,
  );
  const { autosave } = storedForm;
  const [isDirty, setDirty] = useState(autosave !== undefined);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const [status, setStatus] = useState<string>();
  const [rejections, setRejections] = useState(0);

  const onEdit = useCallback(() => {
    setDirty(true);
    setStatus(undefined);
    // The alert of a conflict stays, since it has the action that resolves it.
    if (showsErrorsInFields)
      setApiError((before) => (before && isVersionConflict(before) ? before : undefined));
  }, [showsErrorsInFields]);
  const fields = useFormValues(() => {
    const initial = options.initial(item);
    if (!autosave) return initial;
    const autosavedValues = withAutosave(initial, autosave);
    return options.restoreValues?.(autosavedValues) ?? autosavedValues;
  }, onEdit);
  const { values, errors, setErrors } = fields;
  const markField = fields.mark;
  /** Handles an edit of a field: clears its error or sets a new one, which replaces the errors of the server. */
  const mark = useCallback(
    (field: string, error?: string) => {
      if (error !== undefined) setApiError(undefined);
      markField(field, error);
    },
    [markField],
  );
  const files = useFormFiles(declaration, mark);
  const formAutosaves = useAutosave(storedForm, isDirty ? values : undefined);
  const { saving, save, isUploading, cancelUpload } = useSave(
    slice,
    item && { id: item.id, version: storedForm.version },
    form.onSuccess,
  );

  // A layout effect runs before the next key event, so Escape already detects the edit.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => onSaving(saving !== undefined), [saving, onSaving]);

  useEffect(() => {
    if (takesFocus) formRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [takesFocus]);

  // Runs after the fields are enabled again. Focuses the first invalid field, otherwise the pressed button.
  useEffect(() => {
    if (rejections === 0) return;
    const find = (selector: string) => formRef.current?.querySelector<HTMLElement>(selector);
    const target = find('[aria-invalid="true"]') ?? find('[type="submit"]');
    target?.focus({ preventScroll: true });
    if (target) scrollIntoForm(target);
  }, [rejections]);

  const shownErrors: Record<string, string> = {};
  for (const [field, message] of Object.entries(errors)) shownErrors[field] = translateError(message);

  const isConflictOf = (error: ApiErrorDetails) => isVersionConflict(error) && item !== undefined;
  const isConflict = apiError !== undefined && isConflictOf(apiError);
  const toFields = (fieldErrors: FieldErrors): [string, string][] =>
    Object.entries(fieldErrors).flatMap(([path, message]) => {
      const field = fieldOf(path, values);
      return field === undefined ? [] : [[field, message] as [string, string]];
    });
  const withSectionName = (field: string | undefined, message: string) => {
    const section = field === undefined ? undefined : sectionOf?.(field, values);
    const response = translateError(message);
    return section === undefined ? response : t('ui.ofSection', { section, message: response });
  };

  /** Marks only these fields and focuses the first of them. */
  const reject = (wrong: FieldErrors) => {
    setErrors(wrong);
    setRejections((before) => before + 1);
  };

  /**
   * Saves `payload` and the chosen files with the ID and version of the item, unless validation or `wrong` reports errors. Saves do not run
   * concurrently. `confirmSave` asks for confirmation of valid values. Resolves to true after the dialog was notified.
   */
  const submit = async (
    payload: object,
    wrong: FieldErrors = {},
    confirmSave?: () => Promise<boolean>,
  ): Promise<boolean> => {
    if (saving) return false;
    setApiError(undefined);
    setStatus(undefined);
    const payloadErrors = showsErrorsInFields ? {} : schemaErrors(declaration.create, payload);
    const all: Record<string, string> = {};
    for (const [path, message] of Object.entries(payloadErrors))
      all[fieldOf(path, values) ?? path] ??= message;
    Object.assign(all, wrong, files.errors);
    if (Object.keys(all).length > 0) {
      reject(all);
      return false;
    }
    setErrors({});
    if (confirmSave && !(await confirmSave())) return false;
    const outcome = await save({ ...payload, ...files.payload });
    if ('saved' in outcome) {
      formAutosaves.discard();
      form.onSaved(outcome.saved);
      return true;
    }
    const { apiError: failed } = outcome;
    if (failed.kind === 'aborted') setStatus(t('ui.uploadCancelled'));
    else if (form.isClosed()) {
      formAutosaves.keep(values);
      if (!showsErrorsInFields) toast('error', failed.message);
    } else if (onFailed && !isConflictOf(failed)) onFailed(failed.message);
    else setApiError(failed);
    reject(Object.fromEntries(toFields(failed.errors ?? {})));
    return false;
  };

  /** Replaces the form with the stored record, and reports an error if it cannot be read. */
  const reload = async (): Promise<void> => {
    if (!item) return;
    try {
      const current = await createResourceReader(client, declaration).get(item.id);
      formAutosaves.discard();
      form.onReload(current);
    } catch (error) {
      setApiError({ ...toApiErrorDetails(error, t('ui.storedFailed')), code: unnamedConflict });
    }
  };

  const messages = apiError
    ? [
        // The message of a field is shown once, with the name of its section.
        ...(Object.values(apiError.errors ?? {}).includes(apiError.message) ? [] : [apiError.message]),
        ...Object.entries(apiError.errors ?? {}).map(([path, message]) =>
          withSectionName(fieldOf(path, values), message),
        ),
      ]
    : Object.entries(errors).map(([field, message]) => withSectionName(field, message));
  const isShownByField = apiError !== undefined && Object.values(errors).includes(apiError.message);
  const reportedError = apiError && translateError(apiError.message);

  return {
    formRef,
    saving,
    values,
    /** True after a value was edited or a file was chosen. */
    isDirty,
    errors: shownErrors,
    set: fields.set,
    update: fields.update,
    mark,
    /** Returns the props of an input or a text area, limited to the length in the contract. */
    text: (field: TextField<Values>) => {
      const maxLength = showsErrorsInFields ? undefined : maxLengthOf(declaration.create, field);
      return { ...fields.input(field), ...(maxLength !== undefined && { maxLength }) };
    },
    /** The props of a select. */
    choice: fields.input,
    number: fields.number,
    /** Returns the props of a file field. */
    file: (name: keyof R['files'] & string) => ({ ...files.field(name), error: shownErrors[name] }),
    messages: showsErrorsInFields && !isConflict ? [] : messages,
    /** The status message of the last save for screen readers, if neither a toast nor an alert reports it. */
    status: status ?? (showsErrorsInFields && !isConflict && !isShownByField ? reportedError : undefined),
    /** The version on which the form is based; undefined for a new record. */
    version: storedForm.version,
    /** The record whose history is shown beside the form; undefined for a new one. */
    history: item && { kind: declaration.name, id: item.id },
    /** True if another user changed the item. `reload` resolves the conflict. */
    isConflict,
    /** True if the form contains an autosave of an earlier session. `discardAutosave` restores the stored values. */
    hasAutosave: autosave !== undefined,
    discardAutosave: () => {
      formAutosaves.discard();
      form.onRestart();
    },
    submit,
    reload,
    /** Cancels a running upload, otherwise closes the form. A running save continues. */
    cancel: () => {
      if (isUploading) return cancelUpload();
      formAutosaves.discard();
      form.onCancel();
    },
  };
}
