import { Menu } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { badgeText } from '#web/core/lib/formats.ts';
import classes from './bell-menu.module.css';

export interface BellMenuItemsProps {
  /** The number of new notifications. */
  readonly unseen: number;
  readonly onShow: () => void;
}

/** The item that opens the notifications. */
export function BellMenuItems({ unseen, onShow }: BellMenuItemsProps) {
  const { t } = useTranslation();
  const noteId = useId();
  return (
    <>
      <Menu.Item
        leftSection={<IconHistory size={16} stroke={1.7} />}
        rightSection={
          unseen > 0 && (
            <span className={classes['count']} aria-hidden="true">
              {badgeText(unseen)}
            </span>
          )
        }
        aria-describedby={unseen > 0 ? noteId : undefined}
        onClick={onShow}
      >
        {t('layout.notifications')}
      </Menu.Item>
      <span id={noteId} hidden>
        {t('layout.unseenNotifications', { count: unseen })}
      </span>
    </>
  );
}
