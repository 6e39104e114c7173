import { useCallback, useEffect, useRef, useState } from 'react';
import { type InsideEditor, insideLimits } from '#contract/inside';
import { useApi } from '../../../api/api-context.ts';
import { ApiError } from '../../../api/api-error.ts';
import { createInsideApi } from '../../../api/inside-api.ts';
import { useStudio } from '../studio-context.ts';

export interface EditorClaim {
  /** Somebody else who edits the book; undefined while it is this account. */
  readonly other: InsideEditor | undefined;
  /** Whether this page had the book and lost it. */
  readonly wasTaken: boolean;
  readonly takeOver: () => Promise<void>;
}

/** Says every few seconds that this account has the book open to edit it. Whoever comes second may look. */
export function useEditorClaim(mayEdit: boolean): EditorClaim {
  const studio = useStudio();
  const client = useApi();
  const [other, setOther] = useState<InsideEditor>();
  const [wasTaken, setTaken] = useState(false);
  const hadIt = useRef(false);

  const claim = useCallback(
    async (takesOver: boolean, signal?: AbortSignal): Promise<void> => {
      const api = createInsideApi(client, studio.book.id);
      const options = signal ? { signal } : {};
      let editor: InsideEditor | undefined;
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
      studio.canEdit.set(isOurs);
    },
    [client, studio],
  );

  useEffect(() => {
    if (!mayEdit) return undefined;
    const controller = new AbortController();
    const beat = () => void claim(false, controller.signal);
    beat();
    const timer = setInterval(beat, insideLimits.beatSeconds * 1000);
    return () => {
      clearInterval(timer);
      controller.abort();
      createInsideApi(client, studio.book.id)
        .leave()
        .catch(() => undefined);
    };
  }, [mayEdit, claim, client, studio]);

  return { other, wasTaken, takeOver: () => claim(true) };
}
