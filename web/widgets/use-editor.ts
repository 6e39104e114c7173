import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/define-resource';
import { useApi } from '../api/api-context.ts';
import { type ApiFailure, toFailure } from '../api/api-error.ts';
import { createResourceApi } from '../api/resource-api.ts';
import type { ResourceSlice } from '../store/create-resource-slice.ts';
import type { EditorForm } from './editor-dialog.tsx';
import { useSave } from './use-save.ts';

export type FieldErrors = Readonly<Record<string, string>>;

export interface EditorOptions {
  /** The form's field for one of the server's names; undefined where none is to be marked. Default: the same name. */
  readonly fieldOf?: (serverName: string) => string | undefined;
  /** Told of a failed save in the place of `complaints`; an edit conflict stays there, beside its way out. */
  readonly onFailed?: (message: string) => void;
}

/**
 * The machine of every form in an EditorDialog, from the first edit to the saved item. The form keeps its values and its own
 * rules; wrong fields are marked by `errors`, and what is wrong stands once, in `complaints`.
 */
export function useEditor<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  form: EditorForm<ItemOf<R>>,
  { fieldOf = (name) => name, onFailed }: EditorOptions = {},
) {
  const { item, takesFocus, onDirty } = form;
  const { t } = useTranslation();
  const client = useApi();
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const [refusals, setRefusals] = useState(0);
  const { saving, save, cancelSave } = useSave(slice, item);

  const isConflictOf = ({ status }: ApiFailure) => status === 409 && item !== undefined;

  useEffect(() => {
    if (takesFocus) formRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [takesFocus]);

  // Once the fields can hold the focus again: the first wrong one gets it, else the button that was pressed.
  useEffect(() => {
    if (refusals === 0) return;
    const find = (selector: string) => formRef.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('[type="submit"]'))?.focus();
  }, [refusals]);

  /** Marks these fields and no others, and takes the focus to the first of them. */
  const refuse = (wrong: FieldErrors) => {
    setErrors(wrong);
    setRefusals((before) => before + 1);
  };

  /** A field was edited: forgets its error or notes a new one, which takes the place of what the server said. */
  const mend = useCallback(
    (field: string, fault?: string) => {
      if (fault !== undefined) setFailure(undefined);
      setErrors(({ [field]: _mended, ...rest }) =>
        fault === undefined ? rest : { ...rest, [field]: fault },
      );
      onDirty(true);
    },
    [onDirty],
  );

  /**
   * Saves `values` with the id and version of the item, once at a time, unless something is `wrong`. When it resolves to
   * true, the dialog has been told.
   */
  const submit = async (values: object, wrong: FieldErrors = {}): Promise<boolean> => {
    if (saving) return false;
    setFailure(undefined);
    if (Object.keys(wrong).length > 0) {
      refuse(wrong);
      return false;
    }
    setErrors({});
    const outcome = await save(values);
    if ('saved' in outcome) {
      form.onSaved(outcome.saved);
      return true;
    }
    const { failure: failed } = outcome;
    if (failed.kind !== 'aborted') {
      if (onFailed && !isConflictOf(failed)) onFailed(failed.message);
      else setFailure(failed);
    }
    refuse(failed.kind === 'aborted' ? {} : toFieldErrors(failed.errors, fieldOf));
    return false;
  };

  /** Replaces the form by the stored state; says so when that cannot be had. */
  const reload = async (): Promise<void> => {
    if (!item) return;
    try {
      form.onReload(await createResourceApi(client, slice.declaration).get(item.id));
    } catch (error) {
      setFailure({ ...toFailure(error, t('ui.storedFailed')), status: 409 });
    }
  };

  return {
    formRef,
    saving,
    errors,
    complaints: failure
      ? [failure.message, ...Object.values(failure.errors ?? {})]
      : (Object.values(errors) as readonly string[]),
    /** Somebody else changed the item meanwhile; `reload` is the way out. */
    isConflict: failure !== undefined && isConflictOf(failure),
    mend,
    refuse,
    submit,
    reload,
    /** Gives up the save that runs, else the form. */
    cancel: () => (saving ? cancelSave() : form.onCancel()),
  };
}

function toFieldErrors(
  errors: FieldErrors | undefined,
  fieldOf: (serverName: string) => string | undefined,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, message]) => {
      const field = fieldOf(name);
      return field === undefined ? [] : [[field, message]];
    }),
  );
}
