import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { ResourceName } from '#contract/core/permissions';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import type { RowDeletion } from '#web/ui/row-actions.tsx';
import { useReleaseName } from './release/use-release.ts';
import { useReferencesConfirmation } from './references/use-references-confirmation.ts';
import { useSideEffects } from './references/use-side-effects.ts';
import type { ReferencesDialogProps } from './references/references-dialog.tsx';

export interface DeleteOptions<Item> {
  /** The text of the browser confirmation. Undefined if a dialog already listed the references. */
  readonly confirmation?: string;
  /** Returns the address of the list of all records of a kind that use an item. */
  readonly addressOfAll?: (item: Item, kind: ResourceName) => string | undefined;
  /** Receives the focus after the row that had it was removed. */
  readonly focusAfter: RefObject<HTMLElement | null>;
  /** Reports the deletion and its other effects, and reloads the list. */
  readonly onDeleted: (message: string, detail?: string) => void;
  /** Reports an error on the screen. Without it, the error is shown only in the row and under Recent activity. */
  readonly onFailed?: (message: string) => void;
}

export interface Deletions<Item> {
  /** Resolves after the deletion succeeded or failed. Several deletions can run concurrently. */
  readonly remove: (item: Item) => Promise<void>;
  /**
   * Returns the state of the deletion of a row; undefined if none was requested since the last action. The function is stable until that
   * state changes.
   */
  readonly deletionOf: (item: Item) => RowDeletion | undefined;
  /** The props of the `ReferencesDialog` of the screen. */
  readonly referencesConfirmation: ReferencesDialogProps;
  /** Clears the errors of rows when another action starts. Always the same function. */
  readonly forget: () => void;
}

type ById = ReadonlyMap<number, RowDeletion>;

const runningDeletion: RowDeletion = { isRunning: true };

const withoutProblems = (all: ById): ById =>
  [...all.values()].every(({ isRunning }) => isRunning)
    ? all
    : new Map([...all].filter(([, { isRunning }]) => isRunning));

/** Deletes items, each as soon as it is requested. */
export function useDelete<R extends ResourceDeclaration>(
  slice: ResourceSlice<R>,
  options: DeleteOptions<ItemOf<R>>,
): Deletions<ItemOf<R>> {
  const { confirmation, focusAfter, onDeleted, onFailed } = options;
  const dispatch = useAppDispatch();
  const sideEffects = useSideEffects();
  const { request, referencesOf, confirmReferences } = useReferencesConfirmation(slice.declaration, options);
  const { t } = useTranslation();
  const release = useReleaseName();
  const question =
    confirmation !== undefined && release !== undefined
      ? t('release.deleteQuestion', { name: release })
      : confirmation;
  const [byId, setById] = useState<ById>(new Map());
  const [done, setDone] = useState(0);

  const restoreLostFocus = useCallback(() => {
    if (document.activeElement === document.body) focusAfter.current?.focus();
  }, [focusAfter]);

  useEffect(() => {
    if (done > 0) restoreLostFocus();
  }, [done, restoreLostFocus]);

  const recordDeletion = (id: number, deletion: RowDeletion | undefined) =>
    setById((before) => {
      const after = new Map(before);
      if (deletion) after.set(id, deletion);
      else after.delete(id);
      return after;
    });

  const deletionOf = useCallback((item: ItemOf<R>) => byId.get(item.id), [byId]);
  const forget = useCallback(() => setById(withoutProblems), []);

  return {
    async remove(item) {
      if (byId.get(item.id)?.isRunning) return;
      if (question !== undefined && !window.confirm(question)) return;
      setById(withoutProblems);
      recordDeletion(item.id, runningDeletion);
      const references = await referencesOf(item);
      if (references?.is_live && !references.keeps && !(await confirmReferences(item, references)))
        return recordDeletion(item.id, undefined);
      const action = await dispatch(slice.remove({ item }));
      const { messages } = slice.declaration;
      if (slice.types.remove.fulfilled.match(action)) {
        recordDeletion(item.id, undefined);
        setDone((before) => before + 1);
        onDeleted(messages.deleted, references && sideEffects(references));
        return;
      }
      const problem = action.payload?.serverMessage ?? messages.screen.deleteFailed;
      // The error is reported once: on the screen, or in the row if the screen is silent.
      const onShowReferences = references?.keeps ? () => void confirmReferences(item, references) : undefined;
      recordDeletion(
        item.id,
        onFailed ? undefined : { isRunning: false, problem, ...(onShowReferences && { onShowReferences }) },
      );
      onFailed?.(problem);
    },
    referencesConfirmation: { request, onExited: restoreLostFocus },
    deletionOf,
    forget,
  };
}
