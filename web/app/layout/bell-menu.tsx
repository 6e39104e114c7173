import { Indicator, Menu, RingProgress } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconHistory } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { selectUnseenCount } from '#web/core/store/notifications.slice.ts';
import { seeNotifications } from '#web/core/store/notifications-thunks.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobProgress } from '#web/core/store/jobs.slice.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './bell-menu.module.css';
import { useLocale } from '#web/core/components/use-locale.ts';
import { badgeText, percentFormat } from '#web/core/lib/formats.ts';

const NotificationsPanel = createLazyComponent(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
);

/** The bell, its menu with one entry, and the panel that the entry opens. Both show the number of new notifications. */
export function BellMenu() {
  const { t } = useTranslation();
  const target = useRef<HTMLButtonElement>(null);
  const dispatch = useAppDispatch();
  const unseen = useAppSelector(selectUnseenCount);
  const noteId = useId();
  const progress = useAppSelector(selectJobProgress);
  const locale = useLocale();
  const percent = percentFormat(locale).format(progress ?? 0);
  const [isOpen, { open, close }] = useDisclosure(false);
  const [hasOpened, setHasOpened] = useState(false);
  const show = () => {
    setHasOpened(true);
    void dispatch(seeNotifications());
    dispatch(jobsWatched());
    open();
  };
  const hide = () => {
    void dispatch(seeNotifications());
    close();
  };
  const label =
    unseen > 0
      ? t('layout.openNotificationsUnseen', { number: badgeText(unseen) })
      : progress === undefined
        ? t('layout.openNotifications')
        : t('layout.openNotificationsRunning', { percent });
  return (
    <>
      {/* A sidebar that expands or collapses moves the bar, but not the window. */}
      <Menu position="bottom-end" width={200} floatingStrategy="fixed">
        <Menu.Target>
          <IconAction
            ref={target}
            color="gray"
            size="lg"
            label={label}
            tooltip={t('layout.notifications')}
            icon={
              <>
                {progress !== undefined && (
                  <RingProgress
                    className={classes['ring'] ?? ''}
                    size={34}
                    thickness={2}
                    aria-hidden="true"
                    sections={[{ value: progress * 100, color: 'var(--mantine-primary-color-filled)' }]}
                  />
                )}
                <Indicator
                  disabled={unseen === 0}
                  label={badgeText(unseen)}
                  size={16}
                  offset={2}
                  color="red.7"
                  aria-hidden="true"
                >
                  <IconBell size={19} stroke={1.7} />
                </Indicator>
              </>
            }
          />
        </Menu.Target>
        <Menu.Dropdown>
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
            onClick={show}
          >
            {t('layout.notifications')}
          </Menu.Item>
          <span id={noteId} hidden>
            {t('layout.unseenNotifications', { count: unseen })}
          </span>
        </Menu.Dropdown>
      </Menu>
      {hasOpened && <NotificationsPanel returnTo={target} isOpen={isOpen} onClose={hide} />}
    </>
  );
}
