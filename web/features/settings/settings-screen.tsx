import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingSections } from '#contract/settings/declared';
import { sectionPath } from '#web/core/components/settings-frame/section-path.ts';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { GuardedSettings } from '#web/core/components/settings-frame/guarded-settings.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SystemSection } from './system-screen.tsx';
import classes from './settings.module.css';

/** The sections of the settings with their descriptions. */
export function SettingsScreen() {
  const { t } = useTranslation();
  return (
    <GuardedSettings>
      <SettingsFrame>
        <p className={classes['lead']}>{t('settings.lead')}</p>
        <ul className={classes['cards']}>
          {settingSections.map((section) => (
            <li key={section}>
              <Link to={sectionPath(section)} className={classes['card']}>
                <strong>{t(`settings.${section}`)}</strong>
                <span>{t(`settings.${section}Lead`)}</span>
              </Link>
            </li>
          ))}
          <li>
            <Link to="/settings/custom-fields" className={classes['card']}>
              <strong>{t('customFields.heading')}</strong>
              <span>{t('customFields.lead')}</span>
            </Link>
          </li>
          <li>
            <Link to="/settings/subjects" className={classes['card']}>
              <strong>{t('subjects.heading')}</strong>
              <span>{t('subjects.lead')}</span>
            </Link>
          </li>
          <li>
            <Link to="/settings/system" className={classes['card']}>
              <strong>{t('settings.system')}</strong>
              <span>{t('settings.systemLead')}</span>
            </Link>
          </li>
        </ul>
      </SettingsFrame>
    </GuardedSettings>
  );
}

export const GeneralSettingsScreen = () => (
  <GuardedSettings>
    <SettingsSection section="general" />
  </GuardedSettings>
);

export const CatalogueSettingsScreen = () => (
  <GuardedSettings>
    <SettingsSection section="catalogue" />
  </GuardedSettings>
);

export const MediaSettingsScreen = () => (
  <GuardedSettings>
    <SettingsSection section="media" />
  </GuardedSettings>
);

export const SystemScreen = () => (
  <GuardedSettings>
    <SystemSection />
  </GuardedSettings>
);

export const SignInSettingsScreen = () => (
  <GuardedSettings>
    <SettingsSection section="sign_in" />
  </GuardedSettings>
);
