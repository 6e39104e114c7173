import { Loader } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { BackLink } from '#web/core/components/back-link.tsx';
import type { ApiClient } from '#web/core/api/client.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { MissingRecord } from '#web/core/components/record-page/missing-record.tsx';
import { readDeletion } from '#web/core/components/record-page/use-record.ts';
import { useAfterUndo } from '#web/core/components/use-after-undo.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { createContentEditor } from './create-content-editor.ts';
import { loadContentEditor, type LoadedContentEditor } from './load-content-editor.ts';
import { ContentEditorContext } from './content-editor-context.ts';
import { ContentEditor } from './content-editor.tsx';
import classes from './content-editor.module.css';

/** The content editor of a book: audio, chapters and text. */
export function ContentEditorScreen() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const releaseId = useAppSelector(selectReleaseId);
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => loadContentEditor(client, { id, releaseId }, signal),
    [id, releaseId],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('contentEditor.loadFailed') });
  const heading = t('contentEditor.heading');
  useDocumentTitle(value ? `${value.book.name} · ${heading}` : heading);
  if (value) return <Loaded key={id} loaded={value} />;
  return (
    <>
      <BackLink to="/books">{t('contentEditor.backToBooks')}</BackLink>
      <ScreenHeader title={heading} />
      {apiError ? (
        apiError.status === 404 ? (
          <MissingBook id={id} onRestored={retry} />
        ) : (
          <LoadAlert message={apiError.message} onRetry={retry} />
        )
      ) : (
        <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />
      )}
    </>
  );
}

/** Replaces the content of a book that does not exist or is in the trash. */
function MissingBook({ id, onRestored }: { readonly id: number; readonly onRestored: () => void }) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => ({
      deletion: await readDeletion(client, { kind: 'books', id, signal }),
    }),
    [id],
  );
  const { value, isReading } = useRemoteRead(read, { attempted_action: t('contentEditor.loadFailed') });
  useAfterUndo(onRestored);
  if (isReading) return <Loader aria-label={t('ui.loading')} className={classes['loader'] ?? ''} />;
  return <MissingRecord kind="books" deletion={value?.deletion} />;
}

function Loaded({ loaded }: { readonly loaded: LoadedContentEditor }) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const [contentEditor] = useState(() => createContentEditor({ ...loaded, canEdit, t }));
  return (
    <ContentEditorContext value={contentEditor}>
      <ContentEditor version={loaded.version} autosave={loaded.autosave} mayEdit={canEdit} />
    </ContentEditorContext>
  );
}
