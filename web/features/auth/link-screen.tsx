import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { linkEndpoints, linkInfo, type LinkInfo } from '#contract/auth/account-links';
import { readData } from '#web/core/api/client.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { LinkForm } from './link-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The screen of an invitation or password reset link. The secret is in the fragment of the address. */
export function LinkScreen() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const read = useCallback<Read<LinkInfo>>(
    async (client, signal) =>
      linkInfo.parse(readData(await client.call({ ...linkEndpoints.read, json: { token }, signal }))),
    [token],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(token === '' ? undefined : read, {
    attempted_action: t('login.linkFailed'),
  });
  const isInvalid = token === '' || apiError?.code === 'links.not_found';
  const lead = value
    ? t(value.kind === 'invitation' ? 'login.invitationLead' : 'login.newPasswordLead', { name: value.name })
    : isReading
      ? t('login.linkLead')
      : '';
  return (
    <SignInFrame heading={t('login.linkHeading')} lead={lead}>
      {isReading && <Loader aria-label={t('login.linkLead')} />}
      {isInvalid && (
        <>
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert" mb="md">
            {t('login.linkInvalid')}
          </Alert>
          <Button component={Link} to="/login" variant="default" fullWidth>
            {t('login.toLogin')}
          </Button>
        </>
      )}
      {apiError && !isInvalid && <LoadAlert message={apiError.message} onRetry={retry} />}
      {value && <LinkForm token={token} email={value.email} />}
    </SignInFrame>
  );
}
