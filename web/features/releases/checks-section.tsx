import { Alert, Anchor, Button, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import {
  type ReleaseChecks,
  releaseChecks,
  releaseEndpoints,
  type ReleaseIssue,
} from '#contract/releases/releases';
import { readData } from '#web/core/api/client.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { releaseName } from '#web/core/lib/release-address.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import classes from './releases.module.css';
import { Section } from '#web/ui/sections.tsx';

export interface ChecksSectionProps {
  readonly id: number;
  /** A new number reads the checks again. */
  readonly revision: number;
}

const readerOf = (id: number, _revision: number): Read<ReleaseChecks> => {
  const { method } = releaseEndpoints.checks;
  return async (client, signal) =>
    releaseChecks.parse(
      readData(await client.call({ method, path: pathOf(releaseEndpoints.checks, id), signal })),
    );
};

/** The issues that prevent publishing, and warnings. The server computes them for each request. */
export function ChecksSection({ id, revision }: ChecksSectionProps) {
  const { t } = useTranslation();
  const read = useMemo(() => readerOf(id, revision), [id, revision]);
  const { value, isReading, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('releases.checksFailed'),
  });
  return (
    <Section
      title={t('releases.checks')}
      actions={
        <Button variant="default" size="compact-sm" disabled={isReading} onClick={retry}>
          {t('releases.refresh')}
        </Button>
      }
    >
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {isReading && <Loader aria-label={t('ui.loading')} size="sm" />}
      {value && <Issues id={id} checks={value} />}
    </Section>
  );
}

function Issues({
  id,
  checks: { blockers, warnings },
}: {
  readonly id: number;
  readonly checks: ReleaseChecks;
}) {
  const { t } = useTranslation();
  if (blockers.length === 0 && warnings.length === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck size={18} />}>
        {t('releases.ready')}
      </Alert>
    );
  return (
    <>
      {blockers.length > 0 ? (
        <Alert
          color="red"
          mb="sm"
          icon={<IconAlertCircle size={18} />}
          title={t('releases.blockers', { count: blockers.length })}
        >
          <IssueList id={id} issues={blockers} />
        </Alert>
      ) : (
        <Text mb="sm">{t('releases.noBlockers')}</Text>
      )}
      {warnings.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title={t('releases.warnings', { count: warnings.length })}
        >
          <IssueList id={id} issues={warnings} />
        </Alert>
      )}
    </>
  );
}

interface IssueListProps {
  /** The release in which the records are opened; undefined for the live catalogue. */
  readonly id: number | undefined;
  readonly issues: readonly ReleaseIssue[];
}

/** The messages of issues, each with a link to its record. */
export function IssueList({ id, issues }: IssueListProps) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.25rem', overflowWrap: 'anywhere' }}>
      {issues.map(({ rule, kind, record, message }, index) => (
        <li key={`${rule} ${kind} ${record?.id} ${index}`}>
          {record && kind && record.id > 0 && (
            <>
              <Anchor
                component={Link}
                className={classes['link'] ?? ''}
                to={recordAddress(kind, record.id) + (id === undefined ? '' : `?${releaseName}=${id}`)}
              >
                {record.name}
              </Anchor>
              <br />
            </>
          )}
          {message}
        </li>
      ))}
    </ul>
  );
}
