import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { profile, profileEndpoints, type Profile } from '#contract/people/profile';
import { readData } from '../../api/client.ts';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { Section, Sections } from '../../ui/sections.tsx';
import { type Read, useRemoteRead } from '../../widgets/use-remote-read.ts';
import { AccountForm } from './account-form.tsx';
import { InterfaceForm } from './interface-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';
import { TokenList } from './token-list.tsx';

const readProfile: Read<Profile> = async (client, signal) =>
  profile.parse(readData(await client.call({ ...profileEndpoints.get, signal })));

/** One's own account: who one is, how one signs in, where one is signed in, and what scripts may do in one's name. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const { value, isReading, failure, retry } = useRemoteRead(readProfile, {
    tried: t('profile.fetchFailed'),
  });
  return (
    <>
      <ScreenHeader title={t('profile.heading')} />
      {isReading && <Loader aria-label={t('ui.loading')} />}
      {failure && <LoadAlert message={failure.message} onRetry={retry} />}
      {value && (
        <Sections>
          <Section title={t('profile.account')}>
            <AccountForm key={value.version} profile={value} onSaved={retry} />
          </Section>
          <Section title={t('profile.interface')}>
            <InterfaceForm preferences={value.preferences} />
          </Section>
          <Section title={t('profile.password')}>
            <PasswordForm email={value.email} name={value.name} />
          </Section>
          <Section title={t('profile.factor')}>
            <SecondFactor />
          </Section>
          <Section title={t('profile.sessions')}>
            <SessionList />
          </Section>
          <Section title={t('profile.tokens')}>
            <TokenList />
          </Section>
        </Sections>
      )}
    </>
  );
}
