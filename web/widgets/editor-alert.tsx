import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../ui/form-alert.tsx';

export interface EditorAlertProps {
  /** What `useEditor` knows. */
  readonly editor: {
    readonly complaints: readonly string[];
    readonly isConflict: boolean;
    readonly reload: () => Promise<void>;
  };
}

/** The complaints of an editor, with the way out of an edit conflict. */
export function EditorAlert({ editor: { complaints, isConflict, reload } }: EditorAlertProps) {
  const { t } = useTranslation();
  return (
    <FormAlert complaints={complaints}>
      {isConflict && (
        <Button variant="default" size="xs" mt="xs" onClick={() => void reload()}>
          {t('ui.loadStored')}
        </Button>
      )}
    </FormAlert>
  );
}
