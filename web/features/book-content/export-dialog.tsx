import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExportKind, exportKinds } from '#contract/exports/exports';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { saveFile } from '#web/core/lib/save-file.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { chapterOf } from './model/book-content.ts';
import type { Saver } from './saving/create-saver.ts';
import { useBookContent, useContentEditor } from './content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import classes from './content-editor.module.css';

type ExportChoice = ExportKind | 'silent';
const offeredKinds: readonly ExportChoice[] = exportKinds.flatMap((kind) =>
  kind === 'epub' ? [kind, 'silent'] : [kind],
);

export interface ExportDialogProps {
  readonly saver: Saver;
  readonly onClose: () => void;
}

/** Exports the book or the selected chapter as files, in the last saved version. */
export function ExportDialog({ saver, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const client = useApi();
  const dispatch = useAppDispatch();
  const chosenChapter = useValue(contentEditor.chosen);
  const chapter = useBookContent((bookContent) => chapterOf(bookContent, chosenChapter));
  const isDirty = useBookContent((bookContent) => bookContent) !== useValue(saver.state).saved;
  const [isChapter, setChapter] = useState(false);
  const [busy, setBusy] = useState<ExportChoice>();
  const [message, setMessage] = useState('');
  const { id, code, name: bookName } = contentEditor.book;

  const take = async (what: ExportChoice) => {
    setBusy(what);
    setMessage('');
    const kind = what === 'silent' ? 'epub' : what;
    const chapterQuery = isChapter && chapter?.id !== undefined ? { chapter: String(chapter.id) } : {};
    try {
      const { content, name } = await client.download({
        path: `/books/${id}/export`,
        query: { as: kind, ...chapterQuery, ...(what === 'silent' && { audio: '0' }) },
      });
      saveFile(content, name || `${code}.${kind}`);
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('books.exportFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('books.exportFailed'),
        details: { cause: error, subject: bookName },
      });
      setMessage(apiError.message);
    }
    setBusy(undefined);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contentEditor.export')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={classes['exports']}>
        <SegmentedControl
          fullWidth
          aria-label={t('contentEditor.exportWhat')}
          value={isChapter ? 'chapter' : 'book'}
          onChange={(value) => setChapter(value === 'chapter')}
          data={[
            { value: 'book', label: t('contentEditor.exportBook') },
            {
              value: 'chapter',
              label: t('contentEditor.exportChapter'),
              disabled: chapter?.id === undefined,
            },
          ]}
        />
        <p className={classes['quiet']}>
          {isChapter ? chapter?.name : bookName}
          {isDirty && `. ${t('contentEditor.exportSaved')}`}
        </p>
        {offeredKinds.map((what) => (
          <Button
            key={what}
            variant="default"
            justify="flex-start"
            leftSection={<IconDownload size={16} stroke={1.7} />}
            loading={busy === what}
            disabled={busy !== undefined && busy !== what}
            onClick={() => void take(what)}
          >
            {what === 'silent' ? t('contentEditor.exportSilent') : t(`books.exportAs.${what}`)}
          </Button>
        ))}
        <p className={classes['quiet']} role="alert">
          {message}
        </p>
      </div>
    </Modal>
  );
}
