import { Button, Group } from '@mantine/core';
import { IconFileOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { permissionsToRestore } from '#contract/trash/trash';
import { recordPaths } from '#web/core/lib/record-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchButton } from '../not-found-state.tsx';
import { useHasPermission } from '../use-permission.ts';
import { useUndo } from '../use-undo.ts';

export interface MissingRecordProps {
  readonly kind: ResourceName;
  /** The audit log entry of the deletion. Defined if the record is in the trash and the account can see that. */
  readonly deletion: AuditLogEntry | undefined;
}

/** Replaces a record that does not exist or is in the trash. */
export function MissingRecord({ kind, deletion }: MissingRecordProps) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const undo = useUndo();
  const canRestore = deletion !== undefined && permissionsToRestore(kind).some(may);
  const Icon = deletion ? IconTrash : IconFileOff;
  return (
    <EmptyState
      icon={<Icon size={32} stroke={1.3} />}
      title={deletion ? t('record.deleted', { name: deletion.record.name }) : t('record.notFound')}
      text={t(deletion ? 'record.deletedText' : 'record.notFoundText')}
    >
      <Group gap="xs" justify="center">
        {canRestore && (
          <Button size="xs" onClick={() => void undo(deletion.id)}>
            {t('record.restore')}
          </Button>
        )}
        <SearchButton />
        <Button component={Link} to={`/trash?kind=${kind}`} variant="default" size="xs">
          {t('record.viewTrash')}
        </Button>
        <Button component={Link} to={recordPaths[kind]} variant="default" size="xs">
          {t('record.viewList')}
        </Button>
      </Group>
    </EmptyState>
  );
}
