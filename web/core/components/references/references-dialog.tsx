import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useDeleteLabel } from '../release/use-release.ts';
import { ReferencesList } from './references-list.tsx';

/** A record with references whose deletion must be confirmed. */
export interface ReferencesRequest {
  readonly name: string;
  readonly references: RecordReferences;
  readonly addressOfAll?: ((kind: ResourceName) => string | undefined) | undefined;
  /** Called with true to delete the record anyway. Without effect if references prevent the deletion. */
  readonly onClose: (isConfirmed: boolean) => void;
}

export interface ReferencesDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly request: ReferencesRequest | undefined;
  /** Moves the focus after closing, since the row that had it may have been removed. */
  readonly onExited: () => void;
}

/** Lists the effects of a deletion before it runs, or the references that prevent it. */
export function ReferencesDialog({ request, onExited }: ReferencesDialogProps) {
  const { t } = useTranslation();
  const deleteLabel = useDeleteLabel();
  const lastRequest = useLastDefined(request);
  if (!lastRequest) return null;
  const { name, references, addressOfAll, onClose } = lastRequest;
  return (
    <Modal
      opened={request !== undefined}
      onClose={() => onClose(false)}
      onExitTransitionEnd={onExited}
      title={t(references.keeps ? 'ui.usesForbidTitle' : 'ui.usesTitle', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <ReferencesList references={references} addressOfAll={addressOfAll} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => onClose(false)} data-autofocus>
          {t(references.keeps ? 'ui.close' : 'ui.cancel')}
        </Button>
        {!references.keeps && (
          <Button color="red" onClick={() => onClose(true)}>
            {deleteLabel ?? t('ui.delete')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
