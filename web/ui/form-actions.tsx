import { Button, Group } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPlaceContext } from './form-place.ts';
import classes from './form.module.css';
import { UploadProgress } from './upload-progress.tsx';

export interface FormActionsProps {
  /** While it saves; `progress` is 0 to 1 while files go up. */
  readonly saving:
    | {
        readonly progress: number | undefined;
        readonly secondsLeft?: number | undefined;
        readonly isPaused?: boolean | undefined;
      }
    | undefined;
  /** The result of the last save, where nothing above the fields shows it. */
  readonly status?: string | undefined;
  readonly submit: string;
  /** The label of the button during a save. */
  readonly busy?: string;
  /** There is nothing yet that could be saved. */
  readonly isIncomplete?: boolean;
  /** Gives up an upload whose bytes are still going out, else the form. */
  readonly onCancel: () => void;
}

/** Cancel and the submit button, and how far an upload is. A page shows them once something has changed. */
export function FormActions(props: FormActionsProps) {
  const { saving, status, submit, busy = submit, isIncomplete = false, onCancel } = props;
  const { t } = useTranslation();
  const { isPage, isDirty, isReadOnly } = useContext(FormPlaceContext);
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
          {saving ? busy : isPage ? t('ui.saveChanges') : submit}
        </Button>
      </Group>
    </div>
  );
}
