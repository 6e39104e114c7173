import { useRef } from 'react';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import { uploadLimits } from '#contract/uploads/uploads';
import { createTimeLeft } from '#web/core/lib/time-left.ts';
import { useFileUpload } from './use-file-upload.ts';

export interface UploadState {
  /** The progress from 0 to 1. */
  readonly progress: number;
  /** Undefined until it can be estimated. */
  readonly secondsLeft?: number | undefined;
  /** True while the upload waits for the network or the server. It resumes automatically. */
  readonly isPaused?: boolean;
}

/** Returns the files of a form that are too large for one request, with the fields of their upload IDs. */
function largeFiles({ uploads = {} }: ResourceDeclaration, values: object) {
  const byField: Readonly<Record<string, unknown>> = { ...values };
  return Object.entries(uploads).flatMap(([field, key]) => {
    const file = byField[field];
    return file instanceof File && file.size > uploadLimits.formBytes ? [{ field, key, file }] : [];
  });
}

/**
 * Uploads the large files of a form in resumable parts before the save. `send` resolves to values with upload IDs instead of files. A
 * repeated save does not upload a file again.
 */
export function useLargeFiles(declaration: ResourceDeclaration) {
  const upload = useFileUpload();
  const uploadIds = useRef(new WeakMap<File, string>());
  return {
    has: (values: object): boolean => largeFiles(declaration, values).length > 0,
    /** If the server rejected an upload, the next `send` uploads the files again. */
    forgetRejected(errors: Readonly<Record<string, string>>): void {
      if (Object.values(declaration.uploads ?? {}).some((key) => key in errors))
        uploadIds.current = new WeakMap();
    },
    async send(
      values: object,
      { signal, onChange }: { readonly signal: AbortSignal; readonly onChange: (state: UploadState) => void },
    ): Promise<object> {
      const uploadFields: Record<string, unknown> = { ...values };
      for (const { field, key, file } of largeFiles(declaration, values)) {
        let id = uploadIds.current.get(file);
        if (id === undefined) {
          const timeLeft = createTimeLeft(file.size);
          let state: UploadState = { progress: 0 };
          const change = (changes: Partial<UploadState>) => onChange((state = { ...state, ...changes }));
          const { started, done } = upload(
            { path: `${declaration.name}/${field}/${file.name}`, file },
            {
              signal,
              // Below 1, since 1 means that the server is processing.
              onProgress: (sentBytes) =>
                change({
                  progress: Math.min(sentBytes / file.size, 0.999),
                  secondsLeft: timeLeft(sentBytes),
                }),
              onPaused: (isPaused) => change({ isPaused }),
            },
          );
          await done;
          ({ id } = await started);
          uploadIds.current.set(file, id);
        }
        Reflect.deleteProperty(uploadFields, field);
        uploadFields[key] = id;
      }
      return uploadFields;
    },
  };
}
