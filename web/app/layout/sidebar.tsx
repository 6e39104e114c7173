import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { Permission } from '#contract/core/permissions';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { homePath } from '../guards.tsx';
import { childrenOf, isInSection, isWithin, navigation } from '../navigation.ts';
import { findScreen } from '../screens.ts';
import classes from './sidebar.module.css';

export interface SidebarProps {
  /** Called when an entry was chosen, so that a drawer around it can close. */
  readonly onNavigate?: (() => void) | undefined;
}

/** Brand, the twelve entries, and the screens below the open one. */
export function Sidebar({ onNavigate }: SidebarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { product_name: product, logo_url } = useAppSelector(selectSettings);
  const may = useHasPermission();
  const isAllowed = ({ permission }: { readonly permission?: Permission }) =>
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
            {group.filter(isAllowed).map((entry) => {
              const { name, path, icon: Icon } = entry;
              const isOpen = isInSection(pathname, entry);
              const below = isOpen ? childrenOf(name).filter(isAllowed) : [];
              return (
                <li key={path}>
                  <SidebarLink path={path} isOpen={isOpen} onNavigate={onNavigate}>
                    <Icon size={18} stroke={1.7} />
                    {t(`${name}.entry`)}
                  </SidebarLink>
                  {below.length > 0 && (
                    <ul className={classes['children']}>
                      {below.map((item) => (
                        <li key={item.path}>
                          <SidebarLink
                            path={item.path}
                            isOpen={isWithin(pathname, item.path)}
                            onNavigate={onNavigate}
                          >
                            {t(`${item.name}.heading`)}
                          </SidebarLink>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              );
            })}
          </ul>
        ))}
      </nav>
    </div>
  );
}

interface SidebarLinkProps extends SidebarProps {
  readonly path: string;
  /** The open screen is this one, or belongs to it. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** One entry; `aria-current` marks the screen whose path matches exactly. */
function SidebarLink({ path, isOpen, onNavigate, children }: SidebarLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={path}
      className={classes['entry']}
      aria-current={pathname === path ? 'page' : undefined}
      data-open={isOpen || undefined}
      onClick={onNavigate}
      onPointerEnter={() => findScreen(path)?.preload()}
      onFocus={() => findScreen(path)?.preload()}
    >
      {children}
    </Link>
  );
}
