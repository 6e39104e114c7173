import { Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createIdleComponent, createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { selectUnseenCount } from '#web/core/store/notifications.slice.ts';
import { seeNotifications } from '#web/core/store/notifications-thunks.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobsWatched, selectJobProgress } from '#web/core/store/jobs.slice.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { badgeText, percentFormat } from '#web/core/lib/formats.ts';

const NotificationsPanel = createLazyComponent(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
);

const JobProgress = createIdleComponent(async () => (await import('./job-progress.tsx')).JobProgress);

const BellMenuItems = createIdleComponent(async () => (await import('./bell-menu-items.tsx')).BellMenuItems);

/** The bell, its menu with one entry, and the panel that the entry opens. Both show the number of new notifications. */
export function BellMenu() {
  const { t } = useTranslation();
  const target = useRef<HTMLButtonElement>(null);
  const dispatch = useAppDispatch();
  const unseen = useAppSelector(selectUnseenCount);
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
      <MenuButton
        button={target}
        position="bottom-end"
        width={200}
        floatingStrategy="fixed"
        renderButton={(buttonProps) => (
          <IconAction
            {...buttonProps}
            color="gray"
            size="lg"
            label={label}
            tooltip={t('layout.notifications')}
            icon={
              <>
                {progress !== undefined && <JobProgress fraction={progress} />}
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
        )}
      >
        {() => <BellMenuItems unseen={unseen} onShow={show} />}
      </MenuButton>
      {hasOpened && <NotificationsPanel returnTo={target} isOpen={isOpen} onClose={hide} />}
    </>
  );
}
