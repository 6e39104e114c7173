import { Anchor } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentEditorPath } from '#web/core/lib/content-editor-path.ts';
import { FormContainerContext } from '#web/ui/form-container.ts';
import classes from './books-screen.module.css';

export interface ContentEditorLinkProps {
  readonly bookId: number;
  /** True opens a new tab, since the current screen has unsaved values. */
  readonly opensInNewTab?: boolean;
  readonly isOnPage?: boolean;
}

/** Links a dialog or a page to the content editor of a book. */
export function ContentEditorLink({
  bookId,
  opensInNewTab = false,
  isOnPage = false,
}: ContentEditorLinkProps) {
  const { t } = useTranslation();
  const { isPage } = useContext(FormContainerContext);
  return (
    <Anchor
      component={Link}
      to={contentEditorPath(bookId)}
      // Replaces the history entry of the dialog.
      replace={!opensInNewTab && !isPage && !isOnPage}
      {...(opensInNewTab && { target: '_blank' })}
      size="sm"
      className={classes['contentEditorLink'] ?? ''}
    >
      <IconWaveSine size={16} stroke={1.7} aria-hidden="true" /> {t('contentEditor.open')}
    </Anchor>
  );
}
