import { Menu } from '@mantine/core';
import {
  IconBadgeCc,
  IconBook2,
  IconClock,
  IconCode,
  IconFileText,
  IconFileZip,
  IconWaveSine,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ExportKind, exportKinds } from '#contract/exports/exports';
import type { Book } from '#contract/books/books';
import { useIsInRelease } from '#web/core/components/release/use-release.ts';
import { UsageItems } from '#web/core/components/record-menu.tsx';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { saveFile } from '#web/core/lib/save-file.ts';
import { contentEditorPath } from '#web/core/lib/content-editor-path.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

const icons: Readonly<Record<ExportKind, typeof IconCode>> = {
  epub: IconBook2,
  zip: IconFileZip,
  json: IconCode,
  srt: IconBadgeCc,
  vtt: IconBadgeCc,
  txt: IconFileText,
  times: IconClock,
};

export interface ExportMenuItemsProps {
  readonly book: Book;
  readonly setBusy: (isBusy: boolean) => void;
  readonly onAddTo: (target: AddTarget) => void;
}

/** The further actions of a book. */
export function ExportMenuItems({ book, setBusy, onAddTo }: ExportMenuItemsProps) {
  const { t } = useTranslation();
  const isInRelease = useIsInRelease();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const take = async (kind: ExportKind) => {
    setBusy(true);
    try {
      const { content, name } = await client.download({
        path: `/books/${book.id}/export`,
        query: { as: kind },
      });
      saveFile(content, name || `${book.code}.${kind}`);
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('books.exportFailed'));
      recordError(dispatch, {
        apiError,
        attempted_action: t('books.exportFailed'),
        details: { cause: error, subject: book.name },
      });
      toast('error', apiError.message);
    }
    setBusy(false);
  };
  return (
    <>
      {!isInRelease && (
        <Menu.Item
          component={Link}
          to={contentEditorPath(book.id)}
          leftSection={<IconWaveSine size={16} stroke={1.7} />}
        >
          {t('books.contentEditor')}
        </Menu.Item>
      )}
      <UsageItems kind="books" id={book.id} name={book.name} onAddTo={onAddTo} />
      <Menu.Divider />
      {exportKinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <Menu.Item key={kind} leftSection={<Icon size={16} stroke={1.7} />} onClick={() => void take(kind)}>
            {t(`books.exportAs.${kind}`)}
          </Menu.Item>
        );
      })}
    </>
  );
}
