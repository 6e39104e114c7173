import { Anchor, Loader } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { ApiClient } from '../../api/client.ts';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { usePermission } from '../../widgets/use-permission.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import { createStudio } from './create-studio.ts';
import { loadStudio, type LoadedStudio } from './load-studio.ts';
import { StudioContext } from './studio-context.ts';
import { Studio } from './studio.tsx';
import classes from './studio.module.css';

/** The inside of a book, edited with ears and eyes. */
export function StudioScreen() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const read = useCallback((client: ApiClient, signal: AbortSignal) => loadStudio(client, id, signal), [id]);
  const { value, failure, retry } = useRemoteRead(read, { tried: t('studio.loadFailed') });
  if (value) return <Loaded key={id} loaded={value} />;
  return (
    <>
      <Anchor component={Link} to="/books" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('studio.backToBooks')}
      </Anchor>
      <ScreenHeader title={t('studio.heading')} />
      {failure ? (
        <LoadAlert message={failure.message} onRetry={retry} />
      ) : (
        <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />
      )}
    </>
  );
}

function Loaded({ loaded }: { readonly loaded: LoadedStudio }) {
  const { t } = useTranslation();
  const canEdit = usePermission('books:edit');
  const [studio] = useState(() => createStudio({ ...loaded, canEdit, t }));
  return (
    <StudioContext value={studio}>
      <Studio version={loaded.version} draft={loaded.draft} mayEdit={canEdit} />
    </StudioContext>
  );
}
