import { createElement, useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { UndoContext } from './undo-context.ts';
import { WithLink } from './with-link.tsx';
import { Undoable } from './undoable.tsx';
import { hideToast, showToast } from './show-toast.ts';
import { useErrorMessage } from './use-error-message.ts';

/** The time in milliseconds during which a toast offers Undo. */
export const undoMs = 10_000;
/** The time in milliseconds during which a toast with a link stays open. */
const linkMs = 15_000;

/** The action of a toast. At most one is defined. */
interface ToastAction {
  /** Undoes the change. Without it, the change is found by the message. */
  readonly undo?: (() => void) | undefined;
  /** A second line in the interface language. */
  readonly detail?: string | undefined;
  readonly link?: { readonly text: string; readonly href: string };
}

type Toast = (kind: 'success' | 'error', message: string, action?: ToastAction) => void;

/** Returns a function that shows a toast with the type as its header. If the change can be undone, the toast has an Undo button. */
export function useToast(): Toast {
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  const { findUndo, findRecord, offerUndo } = useContext(UndoContext);
  return useCallback(
    (kind, message, { undo: ownUndo, link, detail } = {}) => {
      const undo = ownUndo ?? (kind === 'success' ? findUndo(message) : undefined);
      const record = kind === 'success' ? findRecord(message) : undefined;
      const isPlain = !link && !undo && !detail && !record;
      const onUndo = () => {
        hideToast(id);
        undo?.();
      };
      const response = translateError(message);
      const withAction = link
        ? createElement(WithLink, { message: response, ...link })
        : createElement(Undoable, {
            message: response,
            record,
            detail,
            onUndo: undo && onUndo,
          });
      if (ownUndo) offerUndo(onUndo);
      const id = showToast({
        title: t(`ui.${kind}`),
        message: isPlain ? response : withAction,
        ...((link || undo) && { autoClose: link ? linkMs : undoMs }),
        color: kind === 'success' ? 'green' : 'red',
        closeButtonProps: { 'aria-label': t('ui.close') },
      });
    },
    [t, translateError, findUndo, findRecord, offerUndo],
  );
}
