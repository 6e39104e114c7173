import { useCallback, useEffect, useRef, useState } from 'react';
import { type BookContentEditor, bookContentLimits } from '#contract/book-content/book-content';
import { useApi } from '#web/core/api/api-context.ts';
import { ApiError } from '#web/core/api/api-error.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useContentEditor } from '../content-editor-context.ts';

export interface EditorClaim {
  /** Somebody else who edits the book; undefined while it is this account. */
  readonly other: BookContentEditor | undefined;
  /** True if this page had the claim and lost it. */
  readonly wasTaken: boolean;
  readonly takeOver: () => Promise<void>;
}

/** Says every few seconds that this account has the book open to edit it. Whoever comes second may look. */
export function useEditorClaim(mayEdit: boolean): EditorClaim {
  const contentEditor = useContentEditor();
  const client = useApi();
  const [other, setOther] = useState<BookContentEditor>();
  const [wasTaken, setTaken] = useState(false);
  const hadIt = useRef(false);

  const claim = useCallback(
    async (takesOver: boolean, signal?: AbortSignal): Promise<void> => {
      const api = createBookContentApi(client, contentEditor.book.id);
      const options = signal ? { signal } : {};
      let editor: BookContentEditor | undefined;
      try {
        editor = await api.beEditor(takesOver, options);
      } catch (error) {
        // A server that keeps no such list lets everybody edit, and a save still finds out about others.
        if (!(error instanceof ApiError) || error.status !== 409) return;
        editor = await api.readEditor(options).catch(() => undefined);
      }
      if (signal?.aborted || !editor) return;
      const isOurs = editor.is_you || editor.user === null;
      setTaken(!isOurs && hadIt.current);
      hadIt.current ||= isOurs;
      if (takesOver && isOurs) hadIt.current = true;
      setOther(isOurs ? undefined : editor);
      contentEditor.canEdit.set(isOurs);
    },
    [client, contentEditor],
  );

  useEffect(() => {
    if (!mayEdit) return undefined;
    const controller = new AbortController();
    const beat = () => void claim(false, controller.signal);
    beat();
    const timer = setInterval(beat, bookContentLimits.beatSeconds * 1000);
    return () => {
      clearInterval(timer);
      controller.abort();
      createBookContentApi(client, contentEditor.book.id)
        .leave()
        .catch(() => undefined);
    };
  }, [mayEdit, claim, client, contentEditor]);

  return { other, wasTaken, takeOver: () => claim(true) };
}
