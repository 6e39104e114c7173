import { useTranslation } from 'react-i18next';
import { useLast } from '../../lib/use-last.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { useDropping } from './use-dropping.ts';

export function DropQuestion({ dropping }: { readonly dropping: ReturnType<typeof useDropping> }) {
  const { t } = useTranslation();
  const shown = useLast(dropping.asked);
  return (
    <ConfirmDialog
      opened={dropping.asked !== undefined}
      title={t('imports.dropTitle')}
      text={t('imports.dropQuestion', { name: shown?.name ?? '' })}
      confirm={t('imports.dropConfirm')}
      cancel={t('ui.cancel')}
      onConfirm={() => void dropping.confirm()}
      onCancel={dropping.cancel}
    />
  );
}
