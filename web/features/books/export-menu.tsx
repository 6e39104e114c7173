import { Loader, Menu } from '@mantine/core';
import {
  IconBadgeCc,
  IconBook2,
  IconClock,
  IconCode,
  IconDotsVertical,
  IconFileText,
  IconFileZip,
  IconLink,
  IconWaveSine,
} from '@tabler/icons-react';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ExportKind, exportKinds } from '#contract/exports/exports';
import type { Book } from '#contract/books/books';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { saveFile } from '#web/core/lib/save-file.ts';
import { recordAddress, usedInAnchor } from '#web/core/lib/record-address.ts';
import { contentEditorPath } from '#web/core/lib/content-editor-path.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { useT } from '#web/ui/use-t.ts';
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

/**
 * Further actions of a book: the content editor and downloads. The menu is rendered when it is first opened: a list
 * has many, most of which are never used.
 */
export function ExportMenu({ book }: { readonly book: Book }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const hasOpened = useLastDefined(isOpen || undefined) !== undefined;
  // Only a menu that was closed leads the focus back.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(hasOpened), [hasOpened]);
  const label = t('books.more', { name: book.name });
  const id = `more-${book.id}`;
  return (
    <>
      <IconAction
        ref={button}
        id={id}
        label={isBusy ? `${label}: ${t('books.exporting')}` : label}
        tooltip={t('books.moreShort')}
        isBusy={isBusy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': `${id}-dropdown` })}
        icon={isBusy ? <Loader size={16} aria-hidden /> : <IconDotsVertical size={18} stroke={1.7} />}
        onClick={() => setOpen(!isOpen && !isBusy)}
      />
      {hasOpened && (
        <Menu id={id} position="bottom-end" opened={isOpen && isMounted} onChange={setOpen}>
          <Menu.Target>
            <At element={button} />
          </Menu.Target>
          <Menu.Dropdown>
            <Entries book={book} setBusy={setBusy} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

interface AtProps {
  readonly element: RefObject<HTMLElement | null>;
  readonly ref?: Ref<HTMLElement>;
}

/** Stands for an element that is elsewhere. */
function At({ element, ref }: AtProps) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element]);
  return null;
}

interface EntriesProps {
  readonly book: Book;
  readonly setBusy: (isBusy: boolean) => void;
}

function Entries({ book, setBusy }: EntriesProps) {
  const { t } = useTranslation();
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
      <Menu.Item
        component={Link}
        to={contentEditorPath(book.id)}
        leftSection={<IconWaveSine size={16} stroke={1.7} />}
      >
        {t('books.contentEditor')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`${recordAddress('books', book.id)}${usedInAnchor}`}
        leftSection={<IconLink size={16} stroke={1.7} />}
      >
        {t('record.usedIn')}
      </Menu.Item>
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
