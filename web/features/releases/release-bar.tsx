import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import colours from '#web/core/components/release/release-colour.module.css';
import { useReleaseName, useReleaseSwitch } from '#web/core/components/release/use-release.ts';
import { selectActiveRelease } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import classes from './release-bar.module.css';
import { useFollowRelease } from './use-follow-release.ts';

/** Screens whose changes are always live. */
const liveOnly = /^\/(?:imports|trash|contributors)(?:\/|$)|^\/books\/\d+\/proofing$/;

/** Screens that count or list the live catalogue in the background. The page of the release has its own checks and history. */
const showsLive = /^\/(?:dashboard|reports|analytics|history)(?:\/|$)/;

const textFor = (pathname: string) => {
  if (liveOnly.test(pathname)) return 'releases.barLiveOnly';
  return showsLive.test(pathname) ? 'releases.barShowsLive' : 'releases.bar';
};

/** Reminds the user that changes are saved into a release. */
export function ReleaseBar({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { release } = useAppSelector(selectActiveRelease);
  const name = useReleaseName() ?? '';
  const select = useReleaseSwitch();
  const { message, retry } = useFollowRelease(id);
  return (
    <section
      className={`${colours['colour']} ${classes['bar']}`}
      data-colour={release?.colour}
      aria-label={t('releasePage.heading')}
    >
      {message === undefined ? (
        <Text className={classes['text'] ?? ''} component="output">
          {release && t(textFor(pathname), { name })}
        </Text>
      ) : (
        <LoadAlert message={message} onRetry={retry} />
      )}
      <Group gap="xs">
        <Button component={Link} to={`/releases/${id}`} variant="default" size="xs">
          {t('releases.viewRelease')}
        </Button>
        <Button variant="default" size="xs" onClick={() => select(undefined)}>
          {t('releases.exit')}
        </Button>
      </Group>
    </section>
  );
}
