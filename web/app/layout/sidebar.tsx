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
  /** Called when an entry was chosen, so that a drawer around it can close. */
  readonly onNavigate?: (() => void) | undefined;
}

/** Brand, the twelve entries, and the screens below the open one. */
export function Sidebar({ onNavigate }: SidebarProps) {
  const { t } = useTranslation();
  const { product_name: product, logo_url } = useAppSelector(selectSettings);
  const may = useHasPermission();
  return (
    <div className={classes['rail']}>
      <Link
        to={homePath}
        className={classes['brand']}
        aria-label={t('layout.home', { product })}
        onClick={onNavigate}
      >
        <Wordmark name={product} logo={logo_url} />
      </Link>
      <nav aria-label={t('layout.mainNavigation')} className={classes['nav']}>
        {navigation.map((group) => (
          <ul key={group[0]?.path} className={classes['group']}>
            {group
              .filter(({ permission }) => permission === undefined || may(permission))
              .map((entry) => (
                <SidebarEntry key={entry.path} entry={entry} onNavigate={onNavigate} />
              ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}
