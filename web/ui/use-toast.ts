import { notifications } from '@mantine/notifications';
import { createElement, useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { UndoContext } from './undo-context.ts';
import { Undoable } from './undoable.tsx';
import { useSentence } from './use-sentence.ts';

/** How long something can be undone from its toast. */
export const undoMs = 10_000;

/** `takeBack` undoes what is said; absent, it is looked up by the message. */
type Toast = (kind: 'success' | 'error', message: string, takeBack?: () => void) => void;

/** Says a sentence in a corner for a while; its header is the kind. What can be undone can be undone there. */
export function useToast(): Toast {
  const { t } = useTranslation();
  const say = useSentence();
  const findUndo = useContext(UndoContext);
  return useCallback(
    (kind, message, takeBack) => {
      const undo = takeBack ?? (kind === 'success' ? findUndo(message) : undefined);
      const onUndo = () => {
        notifications.hide(id);
        undo?.();
      };
      const said = say(message);
      const id = notifications.show({
        title: t(`ui.${kind}`),
        message: undo ? createElement(Undoable, { message: said, onUndo }) : said,
        ...(undo && { autoClose: undoMs }),
        color: kind === 'success' ? 'green' : 'red',
        closeButtonProps: { 'aria-label': t('ui.close') },
      });
    },
    [t, say, findUndo],
  );
}
