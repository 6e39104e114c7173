import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { homePath } from '../guards.tsx';
import { navigation } from '../navigation.ts';
import { findScreen } from '../screens.ts';
import classes from './sidebar.module.css';

export interface SidebarProps {
  /** Called when an entry was chosen, so that a drawer around it can close. */
  readonly onNavigate?: (() => void) | undefined;
}

/** Brand and the twelve entries; the active one matches the path exactly. */
export function Sidebar({ onNavigate }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { product_name: product, logo_url } = useAppSelector(selectSettings);
  const may = useHasPermission();
  const isOpen = ({ permission }: (typeof navigation)[number][number]) =>
    permission === undefined || may(permission);
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
            {group.filter(isOpen).map(({ name, path, icon: Icon }) => (
              <li key={path}>
                <Link
                  to={path}
                  className={classes['entry']}
                  aria-current={pathname === path ? 'page' : undefined}
                  onClick={onNavigate}
                  onPointerEnter={() => findScreen(path)?.preload()}
                  onFocus={() => findScreen(path)?.preload()}
                >
                  <Icon size={18} stroke={1.7} />
                  {t(`${name}.entry`)}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}
