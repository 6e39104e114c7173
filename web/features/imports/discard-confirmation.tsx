import { useTranslation } from 'react-i18next';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useDropping } from './use-discard.ts';

export function DiscardConfirmation({ dropping }: { readonly dropping: ReturnType<typeof useDropping> }) {
  const { t } = useTranslation();
  const currentImport = useLastDefined(dropping.asked);
  return (
    <ConfirmDialog
      opened={dropping.asked !== undefined}
      title={t('imports.discardTitle')}
      text={t('imports.discardQuestion', { name: currentImport?.name ?? '' })}
      confirm={t('imports.discardConfirm')}
      cancel={t('ui.cancel')}
      onConfirm={() => void dropping.confirm()}
      onCancel={dropping.cancel}
    />
  );
}
