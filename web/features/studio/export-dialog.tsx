import { Button, Modal, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExportKind, exportKinds } from '#contract/book-export';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { chapterOf } from './model/inside.ts';
import type { Saver } from './saving/create-saver.ts';
import { useInside, useStudio } from './studio-context.ts';
import { useValue } from './value-store.ts';
import classes from './studio.module.css';

type Taken = ExportKind | 'silent';
const offered: readonly Taken[] = exportKinds.flatMap((kind) =>
  kind === 'epub' ? [kind, 'silent'] : [kind],
);

export interface ExportDialogProps {
  readonly saver: Saver;
  readonly onClose: () => void;
}

/** The book, or the chosen chapter alone, as files that people take along, as they were saved last. */
export function ExportDialog({ saver, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const studio = useStudio();
  const client = useApi();
  const dispatch = useAppDispatch();
  const chosen = useValue(studio.chosen);
  const chapter = useInside((inside) => chapterOf(inside, chosen));
  const isDirty = useInside((inside) => inside) !== useValue(saver.state).saved;
  const [isChapter, setChapter] = useState(false);
  const [busy, setBusy] = useState<Taken>();
  const [message, setMessage] = useState('');
  const { id, code, name: bookName } = studio.book;

  const take = async (what: Taken) => {
    setBusy(what);
    setMessage('');
    const kind = what === 'silent' ? 'epub' : what;
    const part = isChapter && chapter?.id !== undefined ? { chapter: String(chapter.id) } : {};
    try {
      const { content, name } = await client.download({
        path: `/books/${id}/export`,
        query: { as: kind, ...part, ...(what === 'silent' && { sound: '0' }) },
      });
      saveFile(content, name || `${code}.${kind}`);
    } catch (error) {
      const failure = toFailure(error, t('books.exportFailed'));
      noteFailure(dispatch, failure, t('books.exportFailed'), { cause: error, subject: bookName });
      setMessage(failure.message);
    }
    setBusy(undefined);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('studio.export')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={classes['exports']}>
        <SegmentedControl
          fullWidth
          aria-label={t('studio.exportWhat')}
          value={isChapter ? 'chapter' : 'book'}
          onChange={(value) => setChapter(value === 'chapter')}
          data={[
            { value: 'book', label: t('studio.exportBook') },
            { value: 'chapter', label: t('studio.exportChapter'), disabled: chapter?.id === undefined },
          ]}
        />
        <p className={classes['quiet']}>
          {isChapter ? chapter?.name : bookName}
          {isDirty && `. ${t('studio.exportSaved')}`}
        </p>
        {offered.map((what) => (
          <Button
            key={what}
            variant="default"
            justify="flex-start"
            leftSection={<IconDownload size={16} stroke={1.7} />}
            loading={busy === what}
            disabled={busy !== undefined && busy !== what}
            onClick={() => void take(what)}
          >
            {what === 'silent' ? t('studio.exportSilent') : t(`books.exportAs.${what}`)}
          </Button>
        ))}
        <p className={classes['quiet']} role="alert">
          {message}
        </p>
      </div>
    </Modal>
  );
}
