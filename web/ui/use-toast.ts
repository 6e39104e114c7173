import { notifications } from '@mantine/notifications';
import { createElement, useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { UndoContext } from './undo-context.ts';
import { WithLink } from './with-link.tsx';
import { Undoable } from './undoable.tsx';
import { showToast } from './show-toast.ts';
import { useErrorMessage } from './use-error-message.ts';

/** The time during which a toast offers Undo. */
export const undoMs = 10_000;
/** The time during which a toast with a link stays. */
const linkMs = 15_000;

/** The action of a toast; at most one of them. */
interface ToastAction {
  /** Undoes it; absent, it is looked up by the message. */
  readonly undo?: (() => void) | undefined;
  /** A second line, in the language of the screen. */
  readonly detail?: string | undefined;
  readonly link?: { readonly text: string; readonly href: string };
}

type Toast = (kind: 'success' | 'error', message: string, action?: ToastAction) => void;

/** Says a sentence in a corner for a while; its header is the kind. What can be undone can be undone there. */
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
        notifications.hide(id);
        undo?.();
      };
      const answer = translateError(message);
      const withAction = link
        ? createElement(WithLink, { message: answer, ...link })
        : createElement(Undoable, {
            message: answer,
            record,
            detail,
            onUndo: undo && onUndo,
          });
      if (ownUndo) offerUndo(onUndo);
      const id = showToast({
        title: t(`ui.${kind}`),
        message: isPlain ? answer : withAction,
        ...((link || undo) && { autoClose: link ? linkMs : undoMs }),
        color: kind === 'success' ? 'green' : 'red',
        closeButtonProps: { 'aria-label': t('ui.close') },
      });
    },
    [t, translateError, findUndo, findRecord, offerUndo],
  );
}
