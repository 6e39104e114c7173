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
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { scrollIntoForm } from '#web/ui/scroll-into-form.ts';
import { useErrorMessage } from '#web/ui/use-error-message.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorForm } from './editor-dialog.tsx';
import { withDraft } from './form-autosaves.ts';
import { useFormAutosave, useAutosave } from './use-autosave.ts';
import { useFormFiles } from './use-form-files.ts';
import { useRecordRecent } from './use-record-recent.ts';
import { useSave } from './use-save.ts';

export interface EditorOptions<Item, Values> {
  /** The initial values of the form: those of an item, or those of a new one. */
  readonly initial: (item: Item | undefined) => Values;
  /** Removes interrupted work from a restored autosave. */
  readonly revive?: (values: Values) => Values;
  /** The form's field for one of the contract's paths; undefined where none is to be marked. Default: the same name. */
  readonly fieldOf?: (path: string, values: Values) => string | undefined;
  /** Says which part of the form a message is about, where the message alone does not. */
  readonly partOf?: (field: string, values: Values) => string | undefined;
  /** Told of a failed save in the place of `messages`; an edit conflict stays there, beside its way out. */
  readonly onFailed?: (message: string) => void;
  /**
   * For forms whose failures are neither toast nor alert: what failed is said in place, and only the browser and the server
   * check what is entered.
   */
  readonly isQuiet?: boolean;
}

/**
 * The machine of every form in an EditorDialog, from the first edit to the saved item. Texts are limited, and values checked
 * before they are sent, by the contract's schema. Wrong fields are marked by `errors`, and what is wrong stands once, in
 * `messages`.
 */
export function useEditor<R extends ResourceDeclaration, Values extends object>(
  slice: ResourceSlice<R>,
  form: EditorForm<ItemOf<R>>,
  options: EditorOptions<ItemOf<R>, Values>,
) {
  const { item, takesFocus, onDirty, onSaving } = form;
  const { declaration } = slice;
  const { fieldOf = (path) => path, partOf, onFailed, isQuiet = false } = options;
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  const client = useApi();
  const toast = useToast();
  useRecordRecent(declaration.name, item);
  const formRef = useRef<HTMLFormElement>(null);
  const stored = useFormAutosave(`${declaration.name}:${item?.id ?? 'new'}`, item?.version);
  const { autosave } = stored;
  const [isDirty, setDirty] = useState(autosave !== undefined);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const [status, setStatus] = useState<string>();
  const [rejections, setRejections] = useState(0);

  const onEdit = useCallback(() => {
    setDirty(true);
    setStatus(undefined);
    // The way out of a conflict stays.
    if (isQuiet) setApiError((before) => (before && isVersionConflict(before) ? before : undefined));
  }, [isQuiet]);
  const fields = useFormValues(() => {
    const initial = options.initial(item);
    if (!autosave) return initial;
    const draftValues = withDraft(initial, autosave);
    return options.revive?.(draftValues) ?? draftValues;
  }, onEdit);
  const { values, errors, setErrors } = fields;
  const markField = fields.mark;
  /** A field was edited: forgets its error or notes a new one, which takes the place of what the server said. */
  const mark = useCallback(
    (field: string, error?: string) => {
      if (error !== undefined) setApiError(undefined);
      markField(field, error);
    },
    [markField],
  );
  const files = useFormFiles(declaration, mark);
  const drafts = useAutosave(stored, isDirty ? values : undefined);
  const { saving, save, isUploading, cancelUpload } = useSave(
    slice,
    item && { id: item.id, version: stored.version },
    form.onSuccess,
  );

  // Before the next key can arrive: Escape must already know that something was typed.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => onSaving(saving !== undefined), [saving, onSaving]);

  useEffect(() => {
    if (takesFocus) formRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [takesFocus]);

  // Once the fields can hold the focus again: the first wrong one gets it, else the button that was pressed.
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
  const named = (field: string | undefined, message: string) => {
    const part = field === undefined ? undefined : partOf?.(field, values);
    const answer = translateError(message);
    return part === undefined ? answer : t('ui.ofPart', { part, message: answer });
  };

  /** Marks these fields and no others, and takes the focus to the first of them. */
  const reject = (wrong: FieldErrors) => {
    setErrors(wrong);
    setRejections((before) => before + 1);
  };

  /**
   * Saves `payload` and the chosen files with the id and version of the item, once at a time, unless the contract or `wrong`
   * speaks against it. `confirmSave` asks before valid values are saved. When it resolves to true, the dialog has been told.
   */
  const submit = async (
    payload: object,
    wrong: FieldErrors = {},
    confirmSave?: () => Promise<boolean>,
  ): Promise<boolean> => {
    if (saving) return false;
    setApiError(undefined);
    setStatus(undefined);
    const payloadErrors = isQuiet ? {} : schemaErrors(declaration.create, payload);
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
      drafts.discard();
      form.onSaved(outcome.saved);
      return true;
    }
    const { apiError: failed } = outcome;
    if (failed.kind === 'aborted') setStatus(t('ui.uploadCancelled'));
    else if (form.isClosed()) {
      drafts.keep(values);
      if (!isQuiet) toast('error', failed.message);
    } else if (onFailed && !isConflictOf(failed)) onFailed(failed.message);
    else setApiError(failed);
    reject(Object.fromEntries(toFields(failed.errors ?? {})));
    return false;
  };

  /** Replaces the form by the stored state; says so when that cannot be had. */
  const reload = async (): Promise<void> => {
    if (!item) return;
    try {
      const current = await createResourceReader(client, declaration).get(item.id);
      drafts.discard();
      form.onReload(current);
    } catch (error) {
      setApiError({ ...toApiErrorDetails(error, t('ui.storedFailed')), code: unnamedConflict });
    }
  };

  const messages = apiError
    ? [
        apiError.message,
        ...Object.entries(apiError.errors ?? {}).map(([path, message]) =>
          named(fieldOf(path, values), message),
        ),
      ]
    : Object.entries(errors).map(([field, message]) => named(field, message));
  const isShownByField = apiError !== undefined && Object.values(errors).includes(apiError.message);
  const reportedError = apiError && translateError(apiError.message);

  return {
    formRef,
    saving,
    values,
    /** Something was typed or chosen. */
    isDirty,
    errors: shownErrors,
    set: fields.set,
    update: fields.update,
    mark,
    /** The props of an input or a text area, which takes no more than the contract does. */
    text: (field: TextField<Values>) => {
      const maxLength = isQuiet ? undefined : maxLengthOf(declaration.create, field);
      return { ...fields.input(field), ...(maxLength !== undefined && { maxLength }) };
    },
    /** The props of a select. */
    choice: fields.input,
    number: fields.number,
    /** The props of a file field. */
    file: (name: keyof R['files'] & string) => ({ ...files.field(name), error: shownErrors[name] }),
    messages: isQuiet && !isConflict ? [] : messages,
    /** To be said politely: what became of the last save, where neither alert nor toast says it. */
    status: status ?? (isQuiet && !isConflict && !isShownByField ? reportedError : undefined),
    /** The record whose history is beside the form; undefined for a new one. */
    history: item && { kind: declaration.name, id: item.id },
    /** Somebody else changed the item meanwhile; `reload` is the way out. */
    isConflict,
    /** The form holds what an earlier session left; `discardDraft` is the way back to the stored state. */
    hasAutosave: autosave !== undefined,
    discardAutosave: () => {
      drafts.discard();
      form.onRestart();
    },
    submit,
    reload,
    /** Gives up an upload whose bytes are still going out, else the form; a save that runs goes on. */
    cancel: () => {
      if (isUploading) return cancelUpload();
      drafts.discard();
      form.onCancel();
    },
  };
}
