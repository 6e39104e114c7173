import { Alert, Badge, Button, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import { resourceNames } from '#contract/core/permissions';
import {
  openStatuses,
  type Release,
  type ReleaseChange,
  releaseChanges,
  releaseEndpoints,
  releaseMessages,
} from '#contract/releases/releases';
import { readData } from '#web/core/api/client.ts';
import { useAuditLogMessages } from '#web/core/components/use-audit-log-messages.ts';
import { ChangeView } from '#web/core/components/history/change-view.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { dateTimeFormat, listFormat } from '#web/core/lib/formats.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { releaseName } from '#web/core/lib/release-address.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './releases.module.css';
import { useReleaseRequest } from './use-release-request.ts';

export interface ChangesSectionProps {
  readonly release: Release;
  /** A new number reads the changes again. */
  readonly revision: number;
  readonly onChanged: () => void;
}

const readerOf = (id: number, _revision: number): Read<readonly ReleaseChange[]> => {
  const { changes } = releaseEndpoints;
  return async (client, signal) =>
    releaseChanges.parse(
      readData(await client.call({ method: changes.method, path: pathOf(changes, id), signal })),
    ).items;
};

/** The changes of a release by the type of their records. */
export function ChangesSection({ release, revision, onChanged }: ChangesSectionProps) {
  const { t } = useTranslation();
  const read = useMemo(() => readerOf(release.id, revision), [release.id, revision]);
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('releases.changesFailed') });
  const changes = useLastDefined(value);
  const groups = resourceNames.flatMap((kind) => {
    const ofKind = (changes ?? []).filter((change) => change.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, ofKind }];
  });
  return (
    <Section title={t('releases.changesHeading')}>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !changes && <Loader aria-label={t('ui.loading')} />}
      {!apiError && changes?.length === 0 && (
        <EmptyState
          icon={<IconPencil size={32} stroke={1.3} />}
          title={t('releases.noChanges')}
          text={t('releases.noChangesText')}
        />
      )}
      {!apiError && groups.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('releases.liveAndRelease')}
          </Text>
          {groups.map(({ kind, ofKind }) => (
            <div key={kind} className={classes['group']}>
              <h3 className={classes['kind']}>{t(`history.kinds.${kind}`)}</h3>
              <ul className={classes['entries']}>
                {ofKind.map((change) => (
                  <Entry key={change.id} release={release} change={change} onChanged={onChanged} />
                ))}
              </ul>
            </div>
          ))}
        </>
      )}
    </Section>
  );
}

interface EntryProps {
  readonly release: Release;
  readonly change: ReleaseChange;
  readonly onChanged: () => void;
}

const actionColours = { created: 'green', changed: 'pine', deleted: 'red' } as const;

function Entry({ release, change, onChanged }: EntryProps) {
  const { t } = useTranslation();
  const { fieldName } = useAuditLogMessages();
  const time = dateTimeFormat(useLocale());
  const { send, isBusy } = useReleaseRequest(release, onChanged);
  const mayEdit = usePermission('releases:edit') && openStatuses.includes(release.status);
  const { kind, record, action, changes, user, updated_at, problem } = change;
  const { name } = record;
  const address = `${recordAddress(kind, record.id)}?${releaseName}=${release.id}`;
  return (
    <li className={classes['entry']}>
      <div className={classes['head']}>
        <div className={classes['names']}>
          <Badge variant="light" color={actionColours[action]} tt="none" miw="max-content">
            {t(`releases.${action}`)}
          </Badge>
          <Text fw={600}>
            <UserText>{name}</UserText>
          </Text>
          <Text span size="sm" c="dimmed">
            {t('releases.savedBy', {
              user: user?.name ?? t('releases.deletedUser'),
              time: time.format(new Date(updated_at)),
            })}
          </Text>
        </div>
        {mayEdit && (
          <div className={classes['facts']}>
            {action !== 'deleted' && (
              <Button
                component={Link}
                to={address}
                variant="default"
                size="compact-sm"
                aria-label={t('releases.editRecordOf', { name })}
              >
                {t('releases.editRecord')}
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              disabled={isBusy}
              aria-label={t('releases.removeChangeOf', { name })}
              onClick={() =>
                void send({
                  endpoint: releaseEndpoints.removeChange,
                  done: releaseMessages.changeRemoved,
                  change: change.id,
                })
              }
            >
              {t('releases.removeChange')}
            </Button>
          </div>
        )}
      </div>
      {problem && (
        <Problem
          change={change}
          problem={problem}
          isBusy={isBusy || !mayEdit}
          onResolve={(choice) =>
            void send({
              endpoint: releaseEndpoints.resolve,
              done: releaseMessages.resolved,
              change: change.id,
              json: { choice },
            })
          }
        />
      )}
      {changes.length > 0 && (
        <details className={classes['fields']} open={problem !== null || changes.length <= 3}>
          <summary>{t('releases.fields', { count: changes.length })}</summary>
          {changes.map((field) => (
            <ChangeView
              key={field.field}
              change={field}
              label={t('releases.fieldOf', { field: fieldName(field.field), name })}
              level={4}
              onRevert={undefined}
            />
          ))}
        </details>
      )}
    </li>
  );
}

interface ProblemProps {
  readonly change: ReleaseChange;
  readonly problem: NonNullable<ReleaseChange['problem']>;
  readonly isBusy: boolean;
  readonly onResolve: (choice: 'mine' | 'theirs') => void;
}

/** The reason why a change can't be published, and the ways to resolve a conflict. */
function Problem({ change, problem, isBusy, onResolve }: ProblemProps) {
  const { t, i18n } = useTranslation();
  const { fieldName } = useAuditLogMessages();
  const { name } = change.record;
  const isConflict = problem.kind === 'conflict';
  return (
    <Alert
      color={isConflict ? 'yellow' : 'red'}
      mt="sm"
      icon={<IconAlertCircle size={18} />}
      title={t(isConflict ? 'releases.conflict' : 'releases.problem')}
    >
      <Text size="sm">{problem.message}</Text>
      {problem.fields.length > 0 && (
        <Text size="sm">
          {t('releases.conflictFields', {
            fields: listFormat(i18n.language).format(problem.fields.map((field) => fieldName(field))),
          })}
        </Text>
      )}
      {isConflict && !isBusy && (
        <div className={classes['facts']}>
          <Button
            size="compact-sm"
            mt="xs"
            aria-label={t('releases.keepMineOf', { name })}
            onClick={() => onResolve('mine')}
          >
            {t('releases.keepMine')}
          </Button>
          <Button
            size="compact-sm"
            mt="xs"
            variant="default"
            aria-label={t('releases.useTheirsOf', { name })}
            onClick={() => onResolve('theirs')}
          >
            {t('releases.useTheirs')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
