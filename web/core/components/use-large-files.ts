import { useRef } from 'react';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import { uploadLimits } from '#contract/uploads/uploads';
import { createTimeLeft } from '#web/core/lib/time-left.ts';
import { useFileUpload } from './use-file-upload.ts';

export interface UploadState {
  /** 0 to 1. */
  readonly progress: number;
  /** Undefined until it can be told. */
  readonly secondsLeft?: number | undefined;
  /** It waits for the network, or the server, and goes on by itself. */
  readonly isPaused?: boolean;
}

/** The fields of a form whose files are too large for one request, with the key that names an upload instead. */
function largeFiles({ uploads = {} }: ResourceDeclaration, values: object) {
  const byField: Readonly<Record<string, unknown>> = { ...values };
  return Object.entries(uploads).flatMap(([field, key]) => {
    const file = byField[field];
    return file instanceof File && file.size > uploadLimits.formBytes ? [{ field, key, file }] : [];
  });
}

/**
 * Sends the large files of a form ahead, in parts that survive a cut line and a reload; `send` resolves to the values that name
 * the uploads in the place of the files. What has arrived once is not sent again when the save is repeated.
 */
export function useLargeFiles(declaration: ResourceDeclaration) {
  const upload = useFileUpload();
  const arrived = useRef(new WeakMap<File, string>());
  return {
    has: (values: object): boolean => largeFiles(declaration, values).length > 0,
    /** Of an upload that the server does not know any more, the file is sent again. */
    forgetRejected(errors: Readonly<Record<string, string>>): void {
      if (Object.values(declaration.uploads ?? {}).some((key) => key in errors))
        arrived.current = new WeakMap();
    },
    async send(
      values: object,
      { signal, onChange }: { readonly signal: AbortSignal; readonly onChange: (state: UploadState) => void },
    ): Promise<object> {
      const named: Record<string, unknown> = { ...values };
      for (const { field, key, file } of largeFiles(declaration, values)) {
        let id = arrived.current.get(file);
        if (id === undefined) {
          const timeLeft = createTimeLeft(file.size);
          let state: UploadState = { progress: 0 };
          const change = (part: Partial<UploadState>) => onChange((state = { ...state, ...part }));
          const { begun, done } = upload(
            { path: `${declaration.name}/${field}/${file.name}`, file },
            {
              signal,
              // Never 1: then the server would be working on it.
              onProgress: (sentBytes) =>
                change({
                  progress: Math.min(sentBytes / file.size, 0.999),
                  secondsLeft: timeLeft(sentBytes),
                }),
              onPaused: (isPaused) => change({ isPaused }),
            },
          );
          await done;
          ({ id } = await begun);
          arrived.current.set(file, id);
        }
        Reflect.deleteProperty(named, field);
        named[key] = id;
      }
      return named;
    },
  };
}
