import { Anchor, Button, Drawer, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconBellOff, IconCheck } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ActivityEntry, selectActivity } from '../../store/activity-slice.ts';
import { clearActivity } from '../../store/activity-thunks.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { useSentence } from '../../ui/use-sentence.ts';
import { selectUndo } from '../../store/undo-slice.ts';
import { ClampedText } from '../../ui/user-text.tsx';
import { useUndo } from '../../widgets/use-undo.ts';
import { selectRunning } from '../../store/jobs-slice.ts';
import classes from './activity-panel.module.css';
import { useLocale } from '../../widgets/use-locale.ts';

export interface ActivityPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Gets the focus back; the menu entry that opened the panel is gone by then. */
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** What happened to the account, newest first. */
export function ActivityPanel({ isOpen, onClose, returnTo }: ActivityPanelProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { entries } = useAppSelector(selectActivity);
  const [today] = useState(() => new Date().toDateString());
  const running = useAppSelector(selectRunning).length;
  const list = useRef<HTMLDivElement>(null);
  const clear = () => {
    void dispatch(clearActivity());
    // The button that had the focus goes with the entries.
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
      title={t('activity.title')}
      closeButtonProps={{ 'aria-label': t('layout.close') }}
    >
      <Anchor component={Link} to="/jobs" size="sm" className={classes['jobs'] ?? ''} onClick={onClose}>
        {running === 0 ? t('jobs.showAll') : t('jobs.underWay', { count: running })}
      </Anchor>
      <Anchor component={Link} to="/trash" size="sm" className={classes['jobs'] ?? ''} onClick={onClose}>
        {t('trash.heading')}
      </Anchor>
      <div ref={list} tabIndex={-1} className={classes['content']}>
        {entries.length === 0 ? (
          <div className={classes['empty']}>
            <IconBellOff size={28} stroke={1.4} />
            <Text fw={600}>{t('activity.emptyTitle')}</Text>
            <Text c="dimmed" size="sm">
              {t('activity.emptyText')}
            </Text>
          </div>
        ) : (
          <>
            <ul className={classes['list']}>
              {entries.map((entry) => (
                <ActivityRow key={entry.id} entry={entry} today={today} />
              ))}
            </ul>
            <Button variant="default" fullWidth mt="md" onClick={clear}>
              {t('activity.clear')}
            </Button>
          </>
        )}
      </div>
    </Drawer>
  );
}

function ActivityRow({ entry, today }: { readonly entry: ActivityEntry; readonly today: string }) {
  const { t } = useTranslation();
  const say = useSentence();
  const undo = useUndo();
  const offer = useAppSelector(selectUndo).offers.find(({ activityId }) => activityId === entry.id);
  const { at, outcome, message, tried, subject } = entry;
  const Icon = outcome === 'success' ? IconCheck : IconAlertTriangle;
  const when = new Date(at);
  const isToday = when.toDateString() === today;
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(when);
  return (
    <li className={classes['row']} data-outcome={outcome}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <div>
        <VisuallyHidden>{t(`activity.${outcome}`)}: </VisuallyHidden>
        <Text size="md">{say(tried ?? message)}</Text>
        {subject && (
          <Text size="sm" c="dimmed">
            <ClampedText>{subject}</ClampedText>
          </Text>
        )}
        {tried !== undefined && tried !== message && <Text size="sm">{say(message)}</Text>}
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
