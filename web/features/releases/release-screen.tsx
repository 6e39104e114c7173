import { Alert, Anchor, Loader, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import {
  openStatuses,
  type Release,
  release as releaseSchema,
  releaseEndpoints,
} from '#contract/releases/releases';
import { readData } from '#web/core/api/client.ts';
import { BackLink } from '#web/core/components/back-link.tsx';
import { NotFoundState } from '#web/core/components/not-found-state.tsx';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { Sections } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { ChangesSection } from './changes-section.tsx';
import { ChecksSection } from './checks-section.tsx';
import { CommentsSection } from './comments-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ReleaseActions } from './release-actions.tsx';
import classes from './releases.module.css';
import { ReleaseStatusBadge } from './release-status.tsx';
import { ReleaseTime } from './release-time.tsx';
import { useReleaseRefresh } from './use-release-refresh.ts';
import { timeInZone } from './zoned-time.ts';

/** The page of a release: its status and actions, changes, checks and preview. */
export function ReleaseScreen() {
  const id = Number(useParams()['id']);
  return Number.isSafeInteger(id) ? <ReleasePage key={id} id={id} /> : null;
}

function ReleasePage({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const read = useCallback<Read<Release>>(
    async (client, signal) => {
      const { method } = releaseEndpoints.get;
      const response = await client.call({ method, path: pathOf(releaseEndpoints.get, id), signal });
      return releaseSchema.parse(readData(response));
    },
    [id],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('releases.openFailed') });
  const release = useLastDefined(value);
  const title = useRef<HTMLHeadingElement>(null);
  // The sections are read again after each change.
  const [revision, setRevision] = useState(0);
  const name = release?.name ?? t('releasePage.heading');
  useDocumentTitle(name);
  const reload = () => {
    retry();
    setRevision((before) => before + 1);
  };
  useReleaseRefresh(read, value, reload);
  const onChanged = () => {
    reload();
    title.current?.focus();
  };
  return (
    <>
      <BackLink to="/releases">{t('releases.heading')}</BackLink>
      <ScreenHeader title={name} titleRef={title}>
        {release && !apiError && <ReleaseActions release={release} onChanged={onChanged} />}
      </ScreenHeader>
      {apiError?.status === 404 && (
        <NotFoundState message={apiError.message} text={t('releases.noneFoundText')} list="/releases" />
      )}
      {apiError && apiError.status !== 404 && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !release && <Loader aria-label={t('ui.loading')} />}
      {release && !apiError && (
        <>
          <Summary release={release} />
          <Sections isWide>
            <ChangesSection release={release} revision={revision} onChanged={onChanged} />
            {openStatuses.includes(release.status) && <ChecksSection id={id} revision={revision} />}
            <PreviewSection release={release} revision={revision} />
            <CommentsSection release={release} revision={revision} />
          </Sections>
        </>
      )}
    </>
  );
}

function Summary({ release }: { readonly release: Release }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const {
    status,
    colour,
    note,
    time_zone: zone,
    publish_at,
    ends_at,
    published_at,
    rolled_back_at,
  } = release;
  const { failure, entry_id, owner, change_count } = release;
  const inZone = (time: string) => timeInZone(locale, time, zone);
  return (
    <div className={classes['summary']}>
      <div className={classes['facts']}>
        <ReleaseDot colour={colour} />
        <ReleaseStatusBadge status={status} />
        <Text span size="sm">
          {t('releases.changeCount', { count: change_count })}
        </Text>
        <Text span size="sm" c="dimmed">
          <UserText>{owner?.name ?? t('releases.deletedUser')}</UserText>
        </Text>
      </div>
      {publish_at !== null && published_at === null && <ReleaseTime at={publish_at} zone={zone} />}
      {published_at !== null && <Text>{t('releases.publishedAt', { time: inZone(published_at) })}</Text>}
      {rolled_back_at !== null && <Text>{t('releases.rolledBackAt', { time: inZone(rolled_back_at) })}</Text>}
      {ends_at !== null && rolled_back_at === null && (
        <Text c="dimmed">{t('releases.endsAt', { time: inZone(ends_at) })}</Text>
      )}
      {entry_id !== null && (
        <Anchor component={Link} to={`/history/entries/${entry_id}`} className={classes['link'] ?? ''}>
          {t('releases.viewEntry')}
        </Anchor>
      )}
      {note !== '' && (
        <Text className={classes['note'] ?? ''}>
          <UserText>{note}</UserText>
        </Text>
      )}
      {failure !== null && (
        <Alert color="red" icon={<IconAlertCircle size={18} />}>
          {t('releases.failure', { reason: failure })}
        </Alert>
      )}
    </div>
  );
}
