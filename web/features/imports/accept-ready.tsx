import '@mantine/core/styles/Progress.layer.css';
import { Alert, Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reviewPath } from './import-paths.ts';
import classes from './accept-ready.module.css';
import type { Acceptance } from './use-accept-ready.ts';

export interface AcceptReadyButtonProps {
  /** The number of the user's own imports that are ready without warnings. */
  readonly count: number;
  readonly isRunning: boolean;
  readonly onAccept: () => void;
}

export function AcceptReadyButton({ count, isRunning, onAccept }: AcceptReadyButtonProps) {
  const { t } = useTranslation();
  if (count === 0 && !isRunning) return null;
  return (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconChecks size={16} stroke={1.7} />}
      disabled={isRunning}
      onClick={onAccept}
    >
      {isRunning ? t('imports.accepting') : t('imports.acceptAll', { count })}
    </Button>
  );
}

export interface AcceptReadySummaryProps {
  readonly acceptance: Acceptance | undefined;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** The progress while imports are added to the catalogue, and the result after it. */
export function AcceptReadySummary({ acceptance, onStop, onClose }: AcceptReadySummaryProps) {
  const { t } = useTranslation();
  if (!acceptance) return null;
  const { isRunning, accepted, remaining, failed, apiError } = acceptance;
  if (isRunning) {
    const all = accepted + remaining;
    return (
      <div className={classes['running']}>
        <Progress.Root className={classes['bar'] ?? ''} size="md">
          <Progress.Section
            value={all === 0 ? 100 : (100 * accepted) / all}
            aria-label={t('imports.accepting')}
          />
        </Progress.Root>
        <output className={classes['messages']}>
          {t('imports.acceptingLeft', { done: accepted, count: remaining })}
        </output>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          {t('imports.stopAccepting')}
        </Button>
      </div>
    );
  }
  const isSuccessful = apiError === undefined && failed.length === 0;
  return (
    <Alert
      color={isSuccessful ? 'green' : 'red'}
      role={isSuccessful ? 'status' : 'alert'}
      icon={isSuccessful ? <IconCheck size={18} /> : <IconAlertCircle size={18} />}
      mb="sm"
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={onClose}
    >
      {(accepted > 0 || isSuccessful) && (
        <Text size="sm">{t('imports.acceptedSummary', { count: accepted })}</Text>
      )}
      {apiError && <Text size="sm">{apiError.message}</Text>}
      {failed.length > 0 && (
        <>
          <Text size="sm">{t('imports.acceptedLeft', { count: failed.length })}</Text>
          <ul className={classes['failed']}>
            {failed.map(({ id, name, message }) => (
              <li key={id}>
                <Group gap="xs">
                  <Anchor component={Link} to={reviewPath(id)} inherit>
                    {name}
                  </Anchor>
                  <span>{message}</span>
                </Group>
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}
