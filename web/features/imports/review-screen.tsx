import { Anchor, Loader } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import type { ImportDraft } from '#contract/import-draft';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { usePermission } from '../../widgets/use-permission.ts';
import { DropQuestion } from './drop-question.tsx';
import { importsPath } from './import-paths.ts';
import { ImportState } from './import-state.tsx';
import { Review } from './review.tsx';
import classes from './review.module.css';
import { useDropping } from './use-dropping.ts';
import { useImport } from './use-import.ts';

/** One import: how far it is, then its draft, then what became of it. */
export function ReviewScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const { draft, failure, retry } = useImport(Number(id));
  return (
    <>
      <Anchor component={Link} to={importsPath} className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('imports.backToImports')}
      </Anchor>
      <ScreenHeader title={t('importReview.heading')} />
      {failure && <LoadAlert message={failure.message} onRetry={retry} />}
      {!draft && !failure && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
      {draft && <Content key={`${draft.id} ${draft.state}`} draft={draft} onChanged={retry} />}
    </>
  );
}

interface ContentProps {
  readonly draft: ImportDraft;
  /** Somebody else has changed the state. */
  readonly onChanged: () => void;
}

function Content({ draft, onChanged }: ContentProps) {
  const navigate = useNavigate();
  const canEdit = usePermission('books:edit');
  const dropping = useDropping(() => void navigate(importsPath));
  const onDrop = canEdit ? () => dropping.ask(draft) : undefined;
  const deletion = dropping.deletionOf(draft);
  return (
    <>
      {draft.state === 'ready' ? (
        <Review draft={draft} canEdit={canEdit} deletion={deletion} onDrop={onDrop} onAccepted={onChanged} />
      ) : (
        <ImportState draft={draft} deletion={deletion} onDrop={onDrop} onRetried={onChanged} />
      )}
      <DropQuestion dropping={dropping} />
    </>
  );
}
