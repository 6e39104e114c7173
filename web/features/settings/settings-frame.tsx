import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { settingSections } from '#contract/settings/declared';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { usePermission } from '#web/core/components/use-permission.ts';
import { sectionPath } from './section-path.ts';
import classes from './settings.module.css';

/** The heading and the sections, beside what a section shows. */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const managesUsers = usePermission('users:manage');
  const { pathname } = useLocation();
  const entries = [
    ...settingSections.map((section) => ({ to: sectionPath(section), label: t(`settings.${section}`) })),
    { to: '/settings/system', label: t('settings.system') },
    { to: '/jobs', label: t('settings.jobs') },
    ...(managesUsers ? [{ to: '/settings/security-log', label: t('settings.securityLog') }] : []),
  ];
  return (
    <>
      <ScreenHeader title={t('settings.heading')} />
      <div className={classes['frame']}>
        <nav aria-label={t('settings.sections')}>
          <ul className={classes['sections']}>
            {entries.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes['content']}>{children}</div>
      </div>
    </>
  );
}
