import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'react-redux';
import { selectNotifications } from '#web/core/store/notifications.slice.ts';
import { selectUndo, type UndoOffer } from '#web/core/store/undo.slice.ts';
import type { AppStore } from '#web/core/store/store.ts';
import { type ChangeMessages, UndoContext } from '#web/ui/undo-context.ts';
import { hideAllToasts } from '#web/ui/show-toast.ts';
import { undoMs } from '#web/ui/use-toast.ts';
import { useUndo } from '#web/core/components/use-undo.ts';

/** Selects elements in which keyboard undo applies to the typed text. */
const typingTargets = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;

/** Offers Undo in toasts, and by keyboard for the same time. */
export function UndoProvider({ children }: { readonly children: ReactNode }) {
  const store = useStore() as AppStore;
  const undo = useUndo();
  const latestOffer = useRef<{ readonly at: number; readonly undo: () => void }>(undefined);

  const newest = useCallback(
    (matchesOffer: (offer: UndoOffer) => boolean) =>
      selectUndo(store.getState()).offers.find(
        (offer) => Date.now() - offer.at < undoMs && matchesOffer(offer),
      ),
    [store],
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(typingTargets)) return;
      const offer = newest(() => true);
      const other = latestOffer.current;
      const isOther = other !== undefined && Date.now() - other.at < undoMs && other.at > (offer?.at ?? 0);
      if (!offer && !isOther) return;
      event.preventDefault();
      hideAllToasts();
      latestOffer.current = undefined;
      if (isOther) other.undo();
      else if (offer) void undo(offer.entry);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [newest, undo]);

  const changes = useMemo(
    (): ChangeMessages => ({
      findUndo(message) {
        const offer = newest((undoOffer) => undoOffer.message === message);
        return offer && (() => void undo(offer.entry));
      },
      findRecord(message) {
        const [entry] = selectNotifications(store.getState()).entries;
        return entry?.outcome === 'success' && entry.message === message ? entry.subject : undefined;
      },
      offerUndo(undoIt) {
        latestOffer.current = { at: Date.now(), undo: undoIt };
      },
    }),
    [newest, undo, store],
  );
  return <UndoContext value={changes}>{children}</UndoContext>;
}
