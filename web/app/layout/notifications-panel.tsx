import { Anchor, Button, Drawer, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconBellOff, IconCheck } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type NotificationEntry, selectNotifications } from '#web/core/store/notifications.slice.ts';
import { clearNotifications } from '#web/core/store/notifications-thunks.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { useErrorMessage } from '#web/ui/use-error-message.ts';
import { selectUndo } from '#web/core/store/undo.slice.ts';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useUndo } from '#web/core/components/use-undo.ts';
import { selectRunning } from '#web/core/store/jobs.slice.ts';
import classes from './notifications-panel.module.css';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat, timeFormat } from '#web/core/lib/formats.ts';

export interface NotificationsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Receives the focus after closing, since the menu entry that opened the panel was removed. */
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** The notifications of the account, newest first. */
export function NotificationsPanel({ isOpen, onClose, returnTo }: NotificationsPanelProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { entries } = useAppSelector(selectNotifications);
  const [today] = useState(() => new Date().toDateString());
  const runningCount = useAppSelector(selectRunning).length;
  const list = useRef<HTMLDivElement>(null);
  const clear = () => {
    void dispatch(clearNotifications());
    // The button that had the focus is removed with the entries.
    list.current?.focus();
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={() => returnTo.current?.focus()}
      position="right"
      size="24rem"
      title={t('notifications.title')}
      closeButtonProps={{ 'aria-label': t('layout.close') }}
    >
      <Anchor component={Link} to="/jobs" size="sm" className={classes['jobs'] ?? ''} onClick={onClose}>
        {runningCount === 0 ? t('jobs.showAll') : t('jobs.inProgress', { count: runningCount })}
      </Anchor>
      <Anchor component={Link} to="/trash" size="sm" className={classes['jobs'] ?? ''} onClick={onClose}>
        {t('trash.heading')}
      </Anchor>
      <div ref={list} tabIndex={-1} className={classes['content']}>
        {entries.length === 0 ? (
          <div className={classes['empty']}>
            <IconBellOff size={28} stroke={1.4} />
            <Text fw={600}>{t('notifications.emptyTitle')}</Text>
            <Text c="dimmed" size="sm">
              {t('notifications.emptyText')}
            </Text>
          </div>
        ) : (
          <>
            <ul className={classes['list']}>
              {entries.map((entry) => (
                <NotificationsRow key={entry.id} entry={entry} today={today} onClose={onClose} />
              ))}
            </ul>
            <Button variant="default" fullWidth mt="md" onClick={clear}>
              {t('notifications.clear')}
            </Button>
          </>
        )}
      </div>
    </Drawer>
  );
}

interface RowProps {
  readonly entry: NotificationEntry;
  readonly today: string;
  readonly onClose: () => void;
}

function NotificationsRow({ entry, today, onClose }: RowProps) {
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  const undo = useUndo();
  const offer = useAppSelector(selectUndo).offers.find(({ notificationId }) => notificationId === entry.id);
  const { at, outcome, message, attempted_action, subject, address } = entry;
  const Icon = outcome === 'success' ? IconCheck : IconAlertTriangle;
  const when = new Date(at);
  const isToday = when.toDateString() === today;
  const locale = useLocale();
  const time = (isToday ? timeFormat : dateTimeFormat)(locale).format(when);
  return (
    <li className={classes['row']} data-outcome={outcome}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <div>
        <VisuallyHidden>{t(`notifications.${outcome}`)}: </VisuallyHidden>
        <Text size="md">{translateError(attempted_action ?? message)}</Text>
        {subject && (
          <Text size="sm" c="dimmed">
            {address === undefined ? (
              <ClampedText>{subject}</ClampedText>
            ) : (
              <Anchor component={Link} to={address} className={classes['link'] ?? ''} onClick={onClose}>
                <ClampedText>{subject}</ClampedText>
              </Anchor>
            )}
          </Text>
        )}
        {attempted_action !== undefined && attempted_action !== message && (
          <Text size="sm">{translateError(message)}</Text>
        )}
      </div>
      <span className={classes['aside']}>
        <time dateTime={at}>{time}</time>
        {offer && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={subject === undefined ? t('ui.undo') : t('ui.undoOf', { name: subject })}
            onClick={() => void undo(offer.entry)}
          >
            {t('ui.undo')}
          </Button>
        )}
      </span>
    </li>
  );
}
