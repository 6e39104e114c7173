import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes } from '#contract/format-bytes';
import { toClock } from '../../lib/durations.ts';
import { type Drop, dropClosed, selectDrops } from '../../store/drops-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { cancelDrop } from '../../widgets/use-drop-files.ts';
import classes from './drop-lines.module.css';

/** What was dropped and how far it is, a line each, on whichever screen people are meanwhile. */
export function DropLines() {
  const { t } = useTranslation();
  const drops = useAppSelector(selectDrops);
  return (
    <section aria-label={t('drops.region')} className={classes['lines']}>
      {drops.map((drop) => (
        <DropLine key={drop.id} drop={drop} />
      ))}
    </section>
  );
}

const importsPath = '/imports';

/** One draft is reviewed, several are listed. */
function pathOf({ onlyId, importId }: Drop): string {
  if (onlyId !== undefined) return `${importsPath}/${onlyId}`;
  return importId === undefined ? importsPath : `${importsPath}?drop_id=${importId}`;
}

function DropLine({ drop }: { readonly drop: Drop }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { id, stage, fileCount, sent, size, problems } = drop;
  const name = drop.name || t('drops.files', { count: fileCount });
  const isSending = stage === 'sending';
  const percent = size === 0 ? 0 : Math.floor((100 * sent) / size);
  return (
    <div className={classes['line']} data-stage={stage}>
      <div className={classes['row']}>
        <Text fw={550} size="sm" className={classes['name'] ?? ''}>
          <bdi>{name}</bdi>
          {drop.name !== '' && fileCount > 1 && (
            <Text span size="sm" c="dimmed">
              {`, ${t('drops.files', { count: fileCount })}`}
            </Text>
          )}
        </Text>
        <Status drop={drop} percent={percent} />
        {(stage === 'reading' || stage === 'done') && (
          <Button
            component={Link}
            to={pathOf(drop)}
            size="compact-sm"
            variant="light"
            onClick={() => stage === 'done' && dispatch(dropClosed(id))}
          >
            {t(drop.onlyId === undefined ? 'drops.show' : 'drops.review')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(isSending ? 'drops.cancel' : 'drops.close', { name })}
          title={t(isSending ? 'drops.cancel' : 'drops.close', { name })}
          onClick={() => (isSending ? cancelDrop(id) : dispatch(dropClosed(id)))}
        >
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </div>
      {(isSending || stage === 'reading') && (
        <Progress.Root size="sm">
          <Progress.Section
            value={isSending ? percent : 100}
            animated={!isSending}
            aria-label={t('drops.progress', { name })}
          />
        </Progress.Root>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
  );
}

/** Where it stands, in words. Numbers that change all the time are not read out. */
function Status({ drop, percent }: { readonly drop: Drop; readonly percent: number }) {
  const { t } = useTranslation();
  const { stage, size, secondsLeft, isPaused, error } = drop;
  if (stage === 'sending') {
    const parts = [
      t('drops.sending', { percent, size: formatBytes(size) }),
      isPaused
        ? t('drops.paused')
        : secondsLeft !== undefined && t('drops.left', { clock: toClock(secondsLeft) }),
    ].filter((part) => typeof part === 'string');
    return (
      <Text size="sm" c="dimmed" data-numeric className={classes['status'] ?? ''}>
        {parts.join(', ')}
      </Text>
    );
  }
  return (
    <output className={classes['status']}>
      {stage === 'reading' && t('drops.reading')}
      {stage === 'failed' && (error ?? t('drops.failed'))}
      {stage === 'done' && <Done drop={drop} />}
    </output>
  );
}

function Done({ drop: { counts } }: { readonly drop: Drop }) {
  const { t } = useTranslation();
  const { ready = 0, needs_look: look = 0 } = counts ?? {};
  const what = [
    (ready > 0 || look === 0) && t('drops.doneReady', { count: ready }),
    look > 0 && t('drops.doneLook', { count: look }),
  ].filter((part) => typeof part === 'string');
  return t('drops.done', { what: what.join(', ') });
}

const AT_FIRST = 5;

function Problems({ problems }: Pick<Drop, 'problems'>) {
  const { t } = useTranslation();
  return (
    <div className={classes['problems']}>
      <span>{t('drops.problems', { count: problems.length })}</span>
      <ul>
        {problems.slice(0, AT_FIRST).map(({ path, sentence }) => (
          <li key={path}>
            <bdi>{path}</bdi>: {sentence}
          </li>
        ))}
        {problems.length > AT_FIRST && <li>{t('drops.andMore', { count: problems.length - AT_FIRST })}</li>}
      </ul>
    </div>
  );
}
