import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { profile, profileEndpoints, type Profile } from '#contract/auth/profile';
import { personalDataEndpoints } from '#contract/personal-data/personal-data';
import { PersonalDataExport } from '#web/core/components/personal-data-export.tsx';
import { readData } from '#web/core/api/client.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { Section, Sections } from '#web/ui/sections.tsx';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { AccountForm } from './account-form.tsx';
import { InterfaceForm } from './interface-form.tsx';
import { ProviderList } from './provider-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoFactor } from './two-factor.tsx';
import { SessionList } from './session-list.tsx';
import { TokenList } from './token-list.tsx';

const readProfile: Read<Profile> = async (client, signal) =>
  profile.parse(readData(await client.call({ ...profileEndpoints.get, signal })));

/** The account of the user: profile, sign-in methods, sessions and API tokens. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const { sign_in_providers } = useAppSelector(selectSettings);
  const { value, isReading, apiError, retry } = useRemoteRead(readProfile, {
    attempted_action: t('profile.fetchFailed'),
  });
  return (
    <>
      <ScreenHeader title={t('profile.heading')} />
      {isReading && <Loader aria-label={t('ui.loading')} />}
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {value && (
        <Sections>
          <Section title={t('profile.account')}>
            <AccountForm key={value.version} profile={value} onSaved={retry} />
          </Section>
          <Section title={t('profile.interface')}>
            <InterfaceForm preferences={value.preferences} />
          </Section>
          <Section title={t('profile.password')}>
            <PasswordForm email={value.email} name={value.name} tokenCount={value.token_count} />
          </Section>
          <Section title={t('profile.twoFactor')}>
            <TwoFactor />
          </Section>
          {sign_in_providers.length > 0 && (
            <Section title={t('profile.providers')}>
              <ProviderList />
            </Section>
          )}
          <Section title={t('profile.sessions')}>
            <SessionList tokenCount={value.token_count} />
          </Section>
          <Section title={t('profile.tokens')}>
            <TokenList />
          </Section>
          <Section title={t('personalData.heading')}>
            <PersonalDataExport userId={value.id} path={personalDataEndpoints.own.path} />
          </Section>
        </Sections>
      )}
    </>
  );
}
