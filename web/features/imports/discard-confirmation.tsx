import { useTranslation } from 'react-i18next';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useDiscard } from './use-discard.ts';

export function DiscardConfirmation({ discarding }: { readonly discarding: ReturnType<typeof useDiscard> }) {
  const { t } = useTranslation();
  const currentImport = useLastDefined(discarding.selectedImport);
  return (
    <ConfirmDialog
      opened={discarding.selectedImport !== undefined}
      title={t('imports.discardTitle')}
      text={t('imports.discardQuestion', { name: currentImport?.name ?? '' })}
      confirm={t('imports.discardConfirm')}
      cancel={t('ui.cancel')}
      onConfirm={() => void discarding.confirm()}
      onCancel={discarding.cancel}
    />
  );
}
