import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { settingSections } from '#contract/settings/declared';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { usePermission } from '../use-permission.ts';
import { sectionPath } from './section-path.ts';
import classes from './settings-frame.module.css';

export interface SettingsFrameProps {
  /** The heading. Default: the heading of the settings. */
  readonly title?: string;
  /** True if the content is a table that uses the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The heading and the navigation of the settings, beside a section. Users without settings see only the screen. */
export function SettingsFrame({ title, isWide = false, children }: SettingsFrameProps) {
  const { t } = useTranslation();
  const managesUsers = usePermission('users:manage');
  const changesSettings = usePermission('settings:edit');
  const { pathname } = useLocation();
  const entries = [
    ...settingSections.map((section) => ({ to: sectionPath(section), label: t(`settings.${section}`) })),
    { to: '/settings/custom-fields', label: t('customFields.heading') },
    { to: '/settings/subjects', label: t('subjects.heading') },
    { to: '/settings/system', label: t('settings.system') },
    { to: '/jobs', label: t('settings.jobs') },
    ...(managesUsers ? [{ to: '/settings/security-log', label: t('settings.securityLog') }] : []),
  ];
  const header = <ScreenHeader title={title ?? t('settings.heading')} />;
  if (!changesSettings)
    return (
      <>
        {header}
        {children}
      </>
    );
  return (
    <>
      {header}
      <div className={classes['frame']} data-wide={isWide}>
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
        <div>{children}</div>
      </div>
    </>
  );
}
