import { useCallback, useEffect, useRef, useState } from 'react';
import { type BookContentEditor, bookContentLimits } from '#contract/book-content/book-content';
import { useApi } from '#web/core/api/api-context.ts';
import { ApiError } from '#web/core/api/api-error.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useContentEditor } from '../content-editor-context.ts';

export interface EditorClaim {
  /** The other user who edits the book; undefined if this account does. */
  readonly other: BookContentEditor | undefined;
  /** True if this page lost the claim to another user. */
  readonly wasTakenOver: boolean;
  readonly takeOver: () => Promise<void>;
}

/** Renews the claim of this account to edit the book every few seconds. A second user can only view it. */
export function useEditorClaim(mayEdit: boolean): EditorClaim {
  const contentEditor = useContentEditor();
  const client = useApi();
  const [other, setOther] = useState<BookContentEditor>();
  const [wasTakenOver, setTaken] = useState(false);
  const hadClaim = useRef(false);

  const claim = useCallback(
    async (takesOver: boolean, signal?: AbortSignal): Promise<void> => {
      const api = createBookContentApi(client, contentEditor.book.id);
      const options = signal ? { signal } : {};
      let editor: BookContentEditor | undefined;
      try {
        editor = await api.claimEditor(takesOver, options);
      } catch (error) {
        // Servers without claims let all users edit. A save then detects conflicts.
        if (!(error instanceof ApiError) || error.status !== 409) return;
        editor = await api.readEditor(options).catch(() => undefined);
      }
      if (signal?.aborted || !editor) return;
      const isOwnClaim = editor.is_you || editor.user === null;
      setTaken(!isOwnClaim && hadClaim.current);
      hadClaim.current ||= isOwnClaim;
      if (takesOver && isOwnClaim) hadClaim.current = true;
      setOther(isOwnClaim ? undefined : editor);
      contentEditor.canEdit.set(isOwnClaim);
    },
    [client, contentEditor],
  );

  useEffect(() => {
    if (!mayEdit) return undefined;
    const controller = new AbortController();
    const renewClaim = () => void claim(false, controller.signal);
    renewClaim();
    const timer = setInterval(renewClaim, bookContentLimits.beatSeconds * 1000);
    return () => {
      clearInterval(timer);
      controller.abort();
      createBookContentApi(client, contentEditor.book.id)
        .leave()
        .catch(() => undefined);
    };
  }, [mayEdit, claim, client, contentEditor]);

  return { other, wasTakenOver, takeOver: () => claim(true) };
}
