import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ContributorDetails,
  type ContributorEntry,
  contributor as contributorSchema,
  contributorsEndpoints,
} from '#contract/contributors/contributors';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useBulkRun } from '#web/features/bulk/use-bulk-run.ts';
import { EditDialog } from './edit-dialog.tsx';
import { MergeDialog, type Merge } from './merge-dialog.tsx';

/** The dialogs that edit and merge contributors, and the state of a running merge. */
export function useContributorDialogs({
  onSaved,
  onMerged,
}: {
  readonly onSaved: () => void;
  readonly onMerged: () => void;
}) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [edited, setEdited] = useState<EditorTarget<ContributorDetails>>();
  const [merge, setMerge] = useState<Merge>();
  const [mergedInto, setMergedInto] = useState<string>();
  const { begin, running } = useBulkRun(onMerged);

  /** Loads the details of a contributor, and opens their form. */
  const edit = async ({ id, name }: Pick<ContributorEntry, 'id' | 'name'>) => {
    try {
      const { method } = contributorsEndpoints.get;
      const path = pathOf(contributorsEndpoints.get, id);
      setEdited({ item: contributorSchema.parse(readData(await client.call({ method, path }))) });
    } catch (error) {
      const attempted_action = t('contributors.loadOneFailed');
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error, subject: name } });
      toast('error', apiError.message);
    }
  };

  return {
    edit: (contributor: Pick<ContributorEntry, 'id' | 'name'>) => void edit(contributor),
    /** Opens the form of loaded details. */
    editDetails: (item: ContributorDetails) => setEdited({ item }),
    merge: (from: ContributorEntry, into?: string) => setMerge({ from, into }),
    running,
    /** The name of the last contributor that another one was merged into. */
    mergedInto,
    dialogs: (
      <>
        <EditDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={onSaved}
          onMerge={(from, into) => {
            setEdited(undefined);
            setMerge({ from, into });
          }}
        />
        <MergeDialog
          merge={merge}
          onClose={() => setMerge(undefined)}
          onStarted={(mergeJob, into) => {
            setMergedInto(into);
            setMerge(undefined);
            begin('contributor', mergeJob);
          }}
        />
      </>
    ),
  };
}
