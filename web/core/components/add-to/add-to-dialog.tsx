import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { AddToForm } from './add-to-form.tsx';
import type { AddedRecord } from './add-values.ts';

export interface AddToDialogProps {
  readonly added: AddedRecord;
  /** The dialog is closed while this is undefined. */
  readonly target: AddTarget | undefined;
  readonly onClose: () => void;
  /** Called after the record was added. */
  readonly onAdded?: (() => void) | undefined;
}

/** Adds a record to a collection, story book, challenge or home screen. */
export function AddToDialog({ added, target, onClose, onAdded }: AddToDialogProps) {
  const { t } = useTranslation();
  const lastTarget = useLastDefined(target);
  const isOpen = target !== undefined;
  useBackButton(isOpen, onClose);
  if (!lastTarget) return null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t(`addTo.titles.${lastTarget}`, { name: added.name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <AddToForm
        added={added}
        target={lastTarget}
        onCancel={onClose}
        onAdded={() => {
          onClose();
          onAdded?.();
        }}
      />
    </Modal>
  );
}
