import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { NotFoundState } from '#web/core/components/not-found-state.tsx';
import { BackLink } from '#web/core/components/back-link.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { DiscardConfirmation } from './discard-confirmation.tsx';
import { importsPath } from './import-paths.ts';
import { ImportState } from './import-status.tsx';
import { Review } from './review.tsx';
import classes from './review.module.css';
import { useDiscard } from './use-discard.ts';
import { useImport } from './use-import.ts';

/** One import: its progress, its proposal, or its result. */
export function ReviewScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const { proposal, apiError, retry } = useImport(Number(id));
  return (
    <>
      <BackLink to={importsPath}>{t('imports.backToImports')}</BackLink>
      <ScreenHeader title={t('importReview.heading')} />
      {apiError?.status === 404 && <NotFoundState message={apiError.message} list={importsPath} />}
      {apiError && apiError.status !== 404 && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!proposal && !apiError && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
      {proposal && <Content key={`${proposal.id} ${proposal.state}`} proposal={proposal} onChanged={retry} />}
    </>
  );
}

interface ContentProps {
  readonly proposal: ImportProposal;
  /** Called when another user has changed the status. */
  readonly onChanged: () => void;
}

function Content({ proposal, onChanged }: ContentProps) {
  const navigate = useNavigate();
  const canEdit = useCanEdit('books');
  const discardDialog = useDiscard(() => void navigate(importsPath));
  const onDiscard = canEdit ? () => discardDialog.openConfirmation(proposal) : undefined;
  const deletion = discardDialog.deletionOf(proposal);
  return (
    <>
      {proposal.state === 'ready' ? (
        <Review
          proposal={proposal}
          canEdit={canEdit}
          deletion={deletion}
          onDiscard={onDiscard}
          onAccepted={onChanged}
        />
      ) : (
        <ImportState proposal={proposal} deletion={deletion} onDiscard={onDiscard} onRetried={onChanged} />
      )}
      <DiscardConfirmation discarding={discardDialog} />
    </>
  );
}
