import { Anchor, Button, CloseButton, Loader, Text, Title } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { auditLogEntry } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useRemoteList } from '../use-remote-list.ts';
import { Comparison } from './comparison.tsx';
import { EntryList } from '../audit-log-entries.tsx';
import { historyEndpoints } from './history-endpoints.ts';
import classes from './history.module.css';

/** The number of entries shown at first, and added by each "Load more". */
const STEP = 10;
/** The maximum number of entries. Older ones are on the history screen. */
const MAX_ENTRIES = 100;

const ignoreClose = () => undefined;

export interface HistoryPanelProps {
  readonly kind: ResourceName;
  readonly id: number;
  /** Undefined on the page of the record, where the history is always open. */
  readonly onClose?: (() => void) | undefined;
  /** Called after the panel changed the record. */
  readonly onWritten: () => void;
}

/** The history of a record: its entries and their comparisons. */
export function HistoryPanel({ kind, id, onClose, onWritten }: HistoryPanelProps) {
  const { t } = useTranslation();
  const [visibleCount, setVisibleCount] = useState(STEP);
  const [opened, setOpened] = useState<number>();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const list = useRemoteList(historyEndpoints(kind, id).history, {
    item: auditLogEntry,
    query: useMemo(() => ({ page: 1, items_per_page: visibleCount }), [visibleCount]),
    options: { goTo: ignoreClose, attempted_action: t('history.loadFailed') },
  });
  const isPanel = onClose !== undefined;
  useEffect(() => {
    if (isPanel) heading.current?.focus();
  }, [isPanel]);
  const open = (entry: number | undefined) => {
    setOpened(entry);
    // The focused control is removed with its entry.
    heading.current?.focus();
  };
  const fullPath = `/history/${kind}/${id}`;

  return (
    <section className={classes['panel']} data-page={!isPanel || undefined} aria-labelledby={headingId}>
      <div className={classes['head']}>
        <Title
          order={isPanel ? 3 : 2}
          size={isPanel ? 'h5' : 'h4'}
          id={headingId}
          ref={heading}
          tabIndex={-1}
        >
          {t('history.heading')}
        </Title>
        {onClose && <CloseButton aria-label={t('history.close')} onClick={onClose} />}
      </div>
      {opened !== undefined && (
        <Comparison
          key={opened}
          id={opened}
          level={isPanel ? 4 : 3}
          onOpen={open}
          onWritten={onWritten}
          back={
            <Button size="compact-sm" variant="default" onClick={() => open(undefined)}>
              {t('history.backToHistory')}
            </Button>
          }
        />
      )}
      {opened === undefined && list.fetchError !== undefined && (
        <LoadAlert message={list.fetchError} onRetry={list.reload} />
      )}
      {opened === undefined && list.fetchError === undefined && (
        <>
          {!list.hasLoaded && <Loader size="sm" aria-label={t('history.loading')} />}
          {list.hasLoaded && list.total === 0 && <Text size="sm">{t('history.emptyText')}</Text>}
          <EntryList entries={list.items} onOpen={open} />
          <div className={classes['foot']}>
            {list.items.length < list.total && visibleCount < MAX_ENTRIES && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setVisibleCount(visibleCount + STEP)}
              >
                {t('history.earlier')}
              </Button>
            )}
            {isPanel ? (
              // A new tab preserves the values of the open form.
              <Anchor href={fullPath} target="_blank" size="sm" className={classes['target'] ?? ''}>
                {t('history.onePage')}
              </Anchor>
            ) : (
              <Anchor component={Link} to={fullPath} size="sm" className={classes['target'] ?? ''}>
                {t('history.onePage')}
              </Anchor>
            )}
          </div>
        </>
      )}
    </section>
  );
}
