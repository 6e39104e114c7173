import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './review.module.css';
import type { ProposalEditor } from './use-proposal-editor.ts';

export interface ReviewActionsProps {
  readonly editor: ProposalEditor;
  readonly isAccepting: boolean;
  readonly isBusy: boolean;
  readonly onAccept: () => void;
  readonly onAddTo: () => void;
  readonly onDiscard: (() => void) | undefined;
}

/** Returns true if a field has its own undo for typed text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** The sticky toolbar of the review: save status, undo and redo, and the final actions. */
export function ReviewActions({
  editor,
  isAccepting,
  isBusy,
  onAccept,
  onAddTo,
  onDiscard,
}: ReviewActionsProps) {
  const { t } = useTranslation();
  const { canUndo, canRedo, undo, redo, isSaving, apiError } = editor;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping(event.target))
      return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const status = apiError ? 'imports.unsaved' : isSaving ? 'imports.saving' : 'imports.saved';
  return (
    <div className={classes['foot']} data-sticks="bottom">
      <Group gap={0} wrap="nowrap">
        <IconAction
          label={t('imports.undo')}
          icon={<IconArrowBackUp size={18} stroke={1.7} />}
          aria-disabled={!canUndo}
          onClick={undo}
        />
        <IconAction
          label={t('imports.redo')}
          icon={<IconArrowForwardUp size={18} stroke={1.7} />}
          aria-disabled={!canRedo}
          onClick={redo}
        />
      </Group>
      <output className={classes['status']}>{t(status)}</output>
      <Group gap="xs" justify="flex-end">
        {onDiscard && (
          <Button variant="subtle" color="red" onClick={onDiscard} disabled={isBusy}>
            {t('imports.discardShort')}
          </Button>
        )}
        <Button variant="default" onClick={onAddTo} disabled={isBusy}>
          {t('imports.putIntoOther')}
        </Button>
        <Button onClick={onAccept} disabled={isBusy} title={t('imports.acceptHint')}>
          {t(isAccepting ? 'imports.accepting' : 'imports.accept')}
        </Button>
      </Group>
    </div>
  );
}
