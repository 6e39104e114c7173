import { Anchor, Loader } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import type { ApiClient } from '../../api/client.ts';
import { createImportsApi } from '../../api/imports-api.ts';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import { Comparison } from './comparison.tsx';
import { reviewPath } from './import-paths.ts';
import { ImportState } from './import-state.tsx';
import classes from './review.module.css';

/** A draft beside a book that exists, which takes of it what is ticked. */
export function CompareScreen() {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const { id: draftId, book: bookId } = useParams();
  const [id, book] = [Number(draftId), Number(bookId)];
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const api = createImportsApi(client);
      const draft = await api.get(id, { signal });
      // What was accepted meanwhile has nothing to compare.
      return {
        draft,
        comparison: draft.state === 'ready' ? await api.compare(id, book, { signal }) : undefined,
      };
    },
    [id, book],
  );
  const { value, failure, retry } = useRemoteRead(read, { tried: t('imports.compareFailed') });
  return (
    <>
      <Anchor component={Link} to={reviewPath(id)} className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('imports.backToDraft')}
      </Anchor>
      <ScreenHeader title={t('importCompare.heading')} />
      {failure && <LoadAlert message={failure.message} onRetry={retry} />}
      {!value && !failure && <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />}
      {value?.comparison && (
        <Comparison
          key={`${value.draft.version} ${value.comparison.book_version}`}
          draft={value.draft}
          comparison={value.comparison}
          onReload={retry}
          onTaken={() => {
            toast('success', t('imports.takenToast', { name: value.comparison?.book.name ?? '' }));
            void navigate(reviewPath(id), { replace: true });
          }}
        />
      )}
      {value && !value.comparison && (
        <ImportState draft={value.draft} deletion={undefined} onDrop={undefined} />
      )}
    </>
  );
}
