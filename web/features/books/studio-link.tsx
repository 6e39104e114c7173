import { Anchor } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { studioPath } from '../../lib/studio-path.ts';
import classes from './books-screen.module.css';

export interface StudioLinkProps {
  readonly bookId: number;
  /** In a tab of its own, since here something would be lost. */
  readonly isApart?: boolean;
}

/** Leads from a dialog to the chapter studio of a book. */
export function StudioLink({ bookId, isApart = false }: StudioLinkProps) {
  const { t } = useTranslation();
  return (
    <Anchor
      component={Link}
      to={studioPath(bookId)}
      // In place of the dialog's own entry of the history.
      replace={!isApart}
      {...(isApart && { target: '_blank' })}
      size="sm"
      className={classes['studioLink'] ?? ''}
    >
      <IconWaveSine size={16} stroke={1.7} aria-hidden="true" /> {t('studio.open')}
    </Anchor>
  );
}
