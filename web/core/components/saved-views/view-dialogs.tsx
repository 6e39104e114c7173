import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewLimits } from '#contract/saved-views/view-lists';
import { viewCreate } from '#contract/saved-views/saved-views';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import type { ViewWrites } from './use-view-writes.ts';
import type { ViewDialogState } from './view-dialog-state.ts';

export interface ViewDialogsProps {
  /** The dialogs are closed while this is undefined. */
  readonly dialog: ViewDialogState | undefined;
  readonly mayShare: boolean;
  readonly writes: ViewWrites;
  readonly onClose: () => void;
}

/** Dialogs that name a view, and the confirmation before a view is deleted. */
export function ViewDialogs({ dialog: requestedDialog, mayShare, writes, onClose }: ViewDialogsProps) {
  const { t } = useTranslation();
  // A dialog that is mounted open does not store the previous focus, so it is opened after the first render.
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is intended
  useEffect(() => setMounted(true), []);
  const dialog = isMounted ? requestedDialog : undefined;
  const isNaming = dialog !== undefined && dialog.kind !== 'remove';
  const nameDialog = useLastDefined(isNaming ? dialog : undefined);
  const removedView = useLastDefined(dialog?.kind === 'remove' ? dialog.view : undefined);
  useBackButton(isNaming, onClose);
  return (
    <>
      <Modal
        opened={isNaming}
        onClose={onClose}
        title={t(nameDialog?.kind === 'rename' ? 'views.renameTitle' : 'views.saveTitle')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {nameDialog && <NameForm dialog={nameDialog} mayShare={mayShare} writes={writes} onClose={onClose} />}
      </Modal>
      <ConfirmDialog
        opened={dialog?.kind === 'remove'}
        title={t('views.removeTitle', { name: removedView?.name ?? '' })}
        text={t(removedView?.is_shared ? 'views.removeShared' : 'views.removeOwn')}
        confirm={t('views.removeAction')}
        cancel={t('ui.cancel')}
        onConfirm={() => {
          onClose();
          if (removedView) void writes.remove(removedView);
        }}
        onCancel={onClose}
      />
    </>
  );
}

interface NameFormProps extends Omit<ViewDialogsProps, 'dialog'> {
  readonly dialog: ViewDialogState;
}

function NameForm({ dialog: { kind, view }, mayShare, writes, onClose }: NameFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [problem, setError] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (writes.isSaving) return;
    const field = event.currentTarget.elements.namedItem('name');
    const input = { name: name.trim(), is_shared: isShared };
    const nameError = schemaErrors(viewCreate, { ...input, list: 'books' })['name'];
    const apiError = nameError
      ? { message: nameError }
      : view
        ? await writes.rename(view, input.name)
        : await writes.create(input);
    if (!apiError) return onClose();
    setError(apiError.message);
    if (field instanceof HTMLElement) field.focus();
    return undefined;
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormAlert messages={problem === undefined ? [] : [problem]} />
        <TextInput
          name="name"
          label={t('views.name')}
          value={name}
          error={problem !== undefined}
          required
          data-autofocus
          maxLength={viewLimits.maxNameLength}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            setError(undefined);
          }}
        />
        {kind === 'save' && mayShare && (
          <Checkbox
            label={t('views.isShared')}
            description={t('views.sharedHint')}
            checked={isShared}
            onChange={({ currentTarget: { checked } }) => setShared(checked)}
          />
        )}
        <FormActions
          saving={writes.isSaving ? { progress: undefined } : undefined}
          submit={t(kind === 'rename' ? 'views.submitRename' : 'views.submitSave')}
          busy={t('views.saving')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
