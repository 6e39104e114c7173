import { Loader, Menu } from '@mantine/core';
import {
  IconBadgeCc,
  IconBook2,
  IconClock,
  IconCode,
  IconDotsVertical,
  IconFileText,
  IconFileZip,
  IconWaveSine,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ExportKind, exportKinds } from '#contract/book-export';
import type { Book } from '#contract/resources/books';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { studioPath } from '../../lib/studio-path.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { saveFile } from '../../lib/save-file.ts';

const icons: Readonly<Record<ExportKind, typeof IconCode>> = {
  epub: IconBook2,
  zip: IconFileZip,
  json: IconCode,
  srt: IconBadgeCc,
  vtt: IconBadgeCc,
  txt: IconFileText,
  times: IconClock,
};

/** What else can be done with a book: its studio, and files that people take along. */
export function ExportMenu({ book }: { readonly book: Book }) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const take = async (kind: ExportKind) => {
    setBusy(true);
    try {
      const { content, name } = await client.download({
        path: `/books/${book.id}/export`,
        query: { as: kind },
      });
      saveFile(content, name || `${book.code}.${kind}`);
    } catch (error) {
      const failure = toFailure(error, t('books.exportFailed'));
      noteFailure(dispatch, failure, t('books.exportFailed'), { cause: error, subject: book.name });
      toast('error', failure.message);
    }
    setBusy(false);
  };
  const label = t('books.more', { name: book.name });
  return (
    <Menu position="bottom-end" disabled={isBusy}>
      <Menu.Target>
        <IconAction
          label={isBusy ? `${label}: ${t('books.exporting')}` : label}
          tooltip={t('books.moreShort')}
          isBusy={isBusy}
          icon={isBusy ? <Loader size={16} aria-hidden /> : <IconDotsVertical size={18} stroke={1.7} />}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={studioPath(book.id)}
          leftSection={<IconWaveSine size={16} stroke={1.7} />}
        >
          {t('books.studio')}
        </Menu.Item>
        <Menu.Divider />
        {exportKinds.map((kind) => {
          const Icon = icons[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={16} stroke={1.7} />}
              onClick={() => void take(kind)}
            >
              {t(`books.exportAs.${kind}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
