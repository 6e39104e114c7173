import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingSections } from '#contract/settings/declared';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { usePermission } from '#web/core/components/use-permission.ts';
import { sectionPath } from './section-path.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SystemSection } from './system-screen.tsx';
import classes from './settings.module.css';
import type { ReactNode } from 'react';

function Guarded({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (usePermission('settings:edit')) return children;
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.3} />}
      title={t('settings.forbiddenTitle')}
      text={t('settings.forbiddenText')}
    />
  );
}

/** The sections, each with what it holds. */
export function SettingsScreen() {
  const { t } = useTranslation();
  return (
    <Guarded>
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
            <Link to="/settings/system" className={classes['card']}>
              <strong>{t('settings.system')}</strong>
              <span>{t('settings.systemLead')}</span>
            </Link>
          </li>
        </ul>
      </SettingsFrame>
    </Guarded>
  );
}

export const GeneralSettingsScreen = () => (
  <Guarded>
    <SettingsSection section="general" />
  </Guarded>
);

export const CatalogueSettingsScreen = () => (
  <Guarded>
    <SettingsSection section="catalogue" />
  </Guarded>
);

export const MediaSettingsScreen = () => (
  <Guarded>
    <SettingsSection section="media" />
  </Guarded>
);

export const SystemScreen = () => (
  <Guarded>
    <SystemSection />
  </Guarded>
);

export const SignInSettingsScreen = () => (
  <Guarded>
    <SettingsSection section="sign_in" />
  </Guarded>
);
