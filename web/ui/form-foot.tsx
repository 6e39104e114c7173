import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './form.module.css';
import { UploadProgress } from './upload-progress.tsx';

export interface FormFootProps {
  /** While it saves; `progress` is 0 to 1 while files go up. */
  readonly saving: { readonly progress: number | undefined } | undefined;
  readonly submit: string;
  /** What the button reads while it saves. */
  readonly busy?: string;
  /** There is nothing yet that could be saved. */
  readonly isIncomplete?: boolean;
  /** Gives up the save that runs, else the form. */
  readonly onCancel: () => void;
}

/** Cancel and the submit button; how far the upload is takes the place of Cancel, and has its own. */
export function FormFoot({ saving, submit, busy = submit, isIncomplete = false, onCancel }: FormFootProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm" className={classes['foot'] ?? ''}>
      {saving?.progress === undefined ? (
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      ) : (
        <UploadProgress fraction={saving.progress} onCancel={onCancel} />
      )}
      <Button type="submit" disabled={saving !== undefined || isIncomplete}>
        {saving ? busy : submit}
      </Button>
    </Group>
  );
}
