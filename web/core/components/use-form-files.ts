import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { fileError } from '#web/ui/file-error.ts';

/** The change of a stored file. */
interface FileChoice {
  readonly file?: File;
  readonly isRemoved?: boolean;
}

/**
 * Returns the file fields of a form. `mark` receives the validation error after each change. Unchanged files are absent from `payload`, so
 * the server keeps them.
 */
export function useFormFiles(
  { files: kinds }: Pick<ResourceDeclaration, 'files'>,
  mark: (field: string, error?: string) => void,
) {
  const { t } = useTranslation();
  const settings = useAppSelector(selectSettings);
  const [choices, setChoices] = useState<Readonly<Record<string, FileChoice>>>({});
  const errorOf = (field: string, file: File | undefined) => {
    const kind = kinds[field];
    return kind && fileError(t, { file, kind, maxBytes: settings[`max_${kind}_bytes`] });
  };

  const errors: Record<string, string> = {};
  const payload: Record<string, File | boolean> = {};
  for (const [field, { file, isRemoved }] of Object.entries(choices)) {
    const error = errorOf(field, file);
    if (error !== undefined) errors[field] = error;
    if (file) payload[field] = file;
    else if (isRemoved) payload[`remove_${field}`] = true;
  }

  const choose = (field: string, choice: FileChoice) => {
    const error = errorOf(field, choice.file);
    setChoices((before) => ({ ...before, [field]: choice }));
    mark(field, error);
    return error;
  };

  return {
    errors,
    payload,
    /** Returns the props of a file field. */
    field: (name: string) => ({
      name,
      file: choices[name]?.file,
      isRemoved: choices[name]?.isRemoved === true,
      /** Returns the validation error of the file. */
      onChange: (file: File | undefined) => choose(name, file ? { file } : {}),
      onRemove: (isRemoved: boolean) => void choose(name, { isRemoved }),
    }),
  };
}
