import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { homePath } from '../guards.tsx';
import { navigation } from '../navigation.ts';
import { SidebarEntry } from './sidebar-entry.tsx';
import classes from './sidebar.module.css';

export interface SidebarProps {
  /** Called after an entry was selected, so a surrounding drawer can close. */
  readonly onNavigate?: (() => void) | undefined;
  readonly isCollapsed?: boolean;
  /** Undefined if the sidebar cannot be collapsed. */
  readonly onToggle?: () => void;
}

/** The logo, the twelve entries, and the screens below the open one. Collapsed, it shows only icons. */
export function Sidebar({ onNavigate, isCollapsed = false, onToggle }: SidebarProps) {
  const { t } = useTranslation();
  const { product_name: product, logo_url } = useAppSelector(selectSettings);
  const may = useHasPermission();
  const toggleLabel = t(isCollapsed ? 'layout.expandSidebar' : 'layout.collapseSidebar');
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes['rail']} data-collapsed={isCollapsed || undefined}>
      <Link
        to={homePath}
        className={classes['brand']}
        aria-label={t('layout.home', { product })}
        onClick={onNavigate}
      >
        <Wordmark name={product} logo={logo_url} isCompact={isCollapsed} />
      </Link>
      <nav aria-label={t('layout.mainNavigation')} className={classes['nav']}>
        {navigation.map((group) => (
          <ul key={group[0]?.path} className={classes['group']}>
            {group
              .filter(({ permission }) => permission === undefined || may(permission))
              .map((entry) => (
                <SidebarEntry
                  key={entry.path}
                  entry={entry}
                  isCollapsed={isCollapsed}
                  onNavigate={onNavigate}
                />
              ))}
          </ul>
        ))}
      </nav>
      {onToggle && (
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={!isCollapsed}
          aria-keyshortcuts="Control+B Meta+B"
          data-tooltip={isCollapsed ? toggleLabel : undefined}
          onClick={onToggle}
        >
          <ToggleIcon size={18} stroke={1.7} />
          <span className={classes['label']}>{toggleLabel}</span>
        </button>
      )}
    </div>
  );
}
