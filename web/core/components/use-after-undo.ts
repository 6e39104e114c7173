import { useEffect, useRef } from 'react';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectUndo } from '#web/core/store/undo.slice.ts';

/** Calls `read` after every undo on the page. `read` must be the same function on every render. */
export function useAfterUndo(read: () => void): void {
  const { revision } = useAppSelector(selectUndo);
  const knownRevision = useRef(revision);
  useEffect(() => {
    if (knownRevision.current === revision) return;
    knownRevision.current = revision;
    read();
  }, [revision, read]);
}
