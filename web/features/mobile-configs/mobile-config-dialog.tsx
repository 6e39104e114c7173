import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { EditorDialog, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { MobileConfigForm } from './mobile-config-form.tsx';
import type { HomePreviewRequest } from './request-home-preview.ts';

export interface MobileConfigDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<MobileConfig> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
  /** Receives the content of the saved home screen. */
  readonly onContentSaved: (content: HomePreviewRequest) => void;
}

export function MobileConfigDialog({ target, onClose, onSaved, onContentSaved }: MobileConfigDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'mobileConfigs.createTitle' : 'mobileConfigs.editTitle')}
      isFullScreen
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <MobileConfigForm form={form} onContentSaved={onContentSaved} />}
    </EditorDialog>
  );
}
