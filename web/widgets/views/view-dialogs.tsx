import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewLimits } from '#contract/view-lists';
import { viewCreate } from '#contract/views';
import { useBackButton } from '../../lib/use-back-button.ts';
import { useLast } from '../../lib/use-last.ts';
import { schemaErrors } from '../../lib/schema-limits.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import type { ViewWrites } from './use-view-writes.ts';
import type { ViewQuestion } from './views-menu.tsx';

export interface ViewDialogsProps {
  /** Undefined closes what is open. */
  readonly question: ViewQuestion | undefined;
  readonly mayShare: boolean;
  readonly writes: ViewWrites;
  readonly onClose: () => void;
}

/** The name of a view, new or another one, and the question before it is deleted. */
export function ViewDialogs({ question: wanted, mayShare, writes, onClose }: ViewDialogsProps) {
  const { t } = useTranslation();
  // A dialog that is born open does not learn where the focus was, so the first one opens after it is there.
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is what is wanted
  useEffect(() => setThere(true), []);
  const question = isThere ? wanted : undefined;
  const isNaming = question !== undefined && question.kind !== 'remove';
  const naming = useLast(isNaming ? question : undefined);
  const removed = useLast(question?.kind === 'remove' ? question.view : undefined);
  useBackButton(isNaming, onClose);
  return (
    <>
      <Modal
        opened={isNaming}
        onClose={onClose}
        title={t(naming?.kind === 'rename' ? 'views.renameTitle' : 'views.saveTitle')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {naming && <NameForm question={naming} mayShare={mayShare} writes={writes} onClose={onClose} />}
      </Modal>
      <ConfirmDialog
        opened={question?.kind === 'remove'}
        title={t('views.removeTitle', { name: removed?.name ?? '' })}
        text={t(removed?.is_shared ? 'views.removeShared' : 'views.removeOwn')}
        confirm={t('views.removeAction')}
        cancel={t('ui.cancel')}
        onConfirm={() => {
          onClose();
          if (removed) void writes.remove(removed);
        }}
        onCancel={onClose}
      />
    </>
  );
}

interface NameFormProps extends Omit<ViewDialogsProps, 'question'> {
  readonly question: ViewQuestion;
}

function NameForm({ question: { kind, view }, mayShare, writes, onClose }: NameFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (writes.isSaving) return;
    const field = event.currentTarget.elements.namedItem('name');
    const sent = { name: name.trim(), is_shared: isShared };
    const found = schemaErrors(viewCreate, { ...sent, list: 'books' })['name'];
    const failure = found
      ? { message: found }
      : view
        ? await writes.rename(view, sent.name)
        : await writes.create(sent);
    if (!failure) return onClose();
    setFault(failure.message);
    if (field instanceof HTMLElement) field.focus();
    return undefined;
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormAlert messages={fault === undefined ? [] : [fault]} />
        <TextInput
          name="name"
          label={t('views.name')}
          value={name}
          error={fault !== undefined}
          required
          data-autofocus
          maxLength={viewLimits.maxNameLength}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            setFault(undefined);
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
        <FormFoot
          saving={writes.isSaving ? { progress: undefined } : undefined}
          submit={t(kind === 'rename' ? 'views.submitRename' : 'views.submitSave')}
          busy={t('views.saving')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
