import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/define-resource';
import type { ResourceSlice } from '../store/create-resource-slice.ts';
import { useAppDispatch } from '../store/hooks.ts';

export interface DeleteOptions {
  /** What the browser asks first. */
  readonly question: string;
  /** Takes the focus once the row that had it is gone. */
  readonly focusAfter: RefObject<HTMLElement | null>;
  /** Says that it is done, and reloads the list. */
  readonly onDeleted: (message: string) => void;
  /** The text follows the screen's messages. Absent where failures are silent: the activity log has it. */
  readonly onFailed?: (message: string) => void;
}

/** Deletes an item after the browser has asked, one at a time. */
export function useDelete<R extends ResourceDeclaration>(slice: ResourceSlice<R>, options: DeleteOptions) {
  const { question, focusAfter, onDeleted, onFailed } = options;
  const dispatch = useAppDispatch();
  const isRunning = useRef(false);
  const [deletions, setDeletions] = useState(0);

  useEffect(() => {
    if (deletions > 0 && document.activeElement === document.body) focusAfter.current?.focus();
  }, [deletions, focusAfter]);

  return async (item: ItemOf<R>): Promise<void> => {
    if (isRunning.current || !window.confirm(question)) return;
    isRunning.current = true;
    const action = await dispatch(slice.remove({ item }));
    isRunning.current = false;
    const { messages } = slice.declaration;
    if (slice.types.remove.fulfilled.match(action)) {
      setDeletions((before) => before + 1);
      onDeleted(messages.deleted);
    } else onFailed?.(action.payload?.serverMessage ?? messages.screen.deleteFailed);
  };
}
