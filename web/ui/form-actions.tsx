import { Button, Group } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { FormContainerContext } from './form-container.ts';
import classes from './form.module.css';
import { UploadProgress } from './upload-progress.tsx';

export interface FormActionsProps {
  /** Defined during a save. `progress` is 0 to 1 while files are uploaded. */
  readonly saving:
    | {
        readonly progress: number | undefined;
        readonly secondsLeft?: number | undefined;
        readonly isPaused?: boolean | undefined;
      }
    | undefined;
  /** The result of the last save, if it is not shown above the fields. */
  readonly status?: string | undefined;
  readonly submit: string;
  /** The label of the button during a save. */
  readonly busy?: string;
  /** True if there is nothing to save yet. */
  readonly isIncomplete?: boolean;
  /** Cancels a running upload, otherwise closes the form. */
  readonly onCancel: () => void;
}

/** Cancel and submit buttons with the upload progress. On a page they are shown only after a change. */
export function FormActions(props: FormActionsProps) {
  const { saving, status, submit, busy = submit, isIncomplete = false, onCancel } = props;
  const { t } = useTranslation();
  const { isPage, isDirty, isReadOnly, submit: submitOfContainer } = useContext(FormContainerContext);
  const progress = saving?.progress;
  const isUploading = progress !== undefined && progress < 1;
  if (isReadOnly) return null;
  if (isPage && !isDirty && !saving) return <output className={classes['status']}>{status}</output>;
  return (
    <div className={classes['foot']} data-sticks="bottom">
      <output className={classes['status']}>{status}</output>
      <Group justify="flex-end" gap="sm">
        {progress !== undefined && (
          <UploadProgress fraction={progress} secondsLeft={saving?.secondsLeft} isPaused={saving?.isPaused} />
        )}
        <Button
          variant="default"
          data-tooltip={isUploading ? t('ui.cancelUpload') : undefined}
          onClick={onCancel}
        >
          {t(isPage && !isUploading ? 'ui.discard' : 'ui.cancel')}
        </Button>
        <Button type="submit" disabled={saving !== undefined || isIncomplete}>
          {saving ? busy : (submitOfContainer ?? (isPage ? t('ui.saveChanges') : submit))}
        </Button>
      </Group>
    </div>
  );
}
