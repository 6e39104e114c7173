import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { badgeText } from '#web/core/lib/formats.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectOverview } from '#web/core/store/overview.slice.ts';
import { addressOfChild, childrenOf, isInChild, isInSection, type NamedEntry } from '../navigation.ts';
import type { ChildEntry } from '../navigation-children.ts';
import classes from './sidebar.module.css';

interface NavigationProps {
  /** Called after an entry was selected. */
  readonly onNavigate?: (() => void) | undefined;
}

interface SidebarEntryProps extends NavigationProps {
  readonly entry: NamedEntry;
  readonly isCollapsed: boolean;
}

/** One of the twelve entries. While it is open, the screens below it are listed. */
export function SidebarEntry({ entry, isCollapsed, onNavigate }: SidebarEntryProps) {
  const { t } = useTranslation();
  const address = useLocation();
  const may = useHasPermission();
  const { name, path, icon: Icon } = entry;
  const children = childrenOf(name, may);
  const isOpen = isInSection(address, entry, children);
  const showsChildren = isOpen && !isCollapsed && children.length > 0;
  const overview = useAppSelector(selectOverview);
  const noteId = useId();
  const notes = children.flatMap(({ waiting }) => {
    const count = (overview && waiting?.count(overview)) ?? 0;
    return waiting && count > 0 ? t(waiting.label, { count }) : [];
  });
  const isWaiting = notes.length > 0 && !showsChildren;
  const label = t(`${name}.entry`);
  return (
    <li>
      <SidebarLink
        to={path}
        tooltip={isCollapsed ? [label, ...notes].join(' · ') : undefined}
        noteId={isWaiting ? noteId : undefined}
        // The specification marks only the entry whose path matches exactly.
        current={address.pathname === path ? 'page' : undefined}
        isOpen={isOpen}
        onNavigate={onNavigate}
      >
        <Icon size={18} stroke={1.7} />
        <span className={classes['label']}>{label}</span>
        {isWaiting && <span className={classes['dot']} />}
      </SidebarLink>
      {isWaiting && (
        <span id={noteId} hidden>
          {notes.join(', ')}
        </span>
      )}
      {showsChildren && (
        <ul className={classes['children']}>
          {children.map((child) => (
            <SidebarChild key={child.label} child={child} parentPath={path} onNavigate={onNavigate} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface SidebarChildProps extends NavigationProps {
  readonly child: ChildEntry;
  readonly parentPath: string;
}

function SidebarChild({ child, parentPath, onNavigate }: SidebarChildProps) {
  const { t } = useTranslation();
  const address = useLocation();
  const overview = useAppSelector(selectOverview);
  const noteId = useId();
  const { path, label, waiting } = child;
  const count = overview && waiting ? waiting.count(overview) : 0;
  const isOpen = isInChild(address, child);
  const isExact = isOpen && address.pathname === path;
  // Only one entry of a screen is marked as the page.
  const current = path === parentPath ? 'location' : 'page';
  return (
    <li>
      <SidebarLink
        to={addressOfChild(child, count)}
        current={isExact ? current : undefined}
        isOpen={isOpen}
        noteId={count > 0 ? noteId : undefined}
        onNavigate={onNavigate}
      >
        {t(label)}
        {count > 0 && (
          <span className={classes['count']} aria-hidden="true">
            {badgeText(count)}
          </span>
        )}
      </SidebarLink>
      {count > 0 && waiting && (
        <span id={noteId} hidden>
          {t(waiting.label, { count })}
        </span>
      )}
    </li>
  );
}

interface SidebarLinkProps extends NavigationProps {
  readonly to: string;
  readonly current: 'page' | 'location' | undefined;
  /** True if the current screen is this one or below it. */
  readonly isOpen: boolean;
  /** The ID of the description. */
  readonly noteId?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly children: ReactNode;
}

function SidebarLink({ to, current, isOpen, noteId, tooltip, onNavigate, children }: SidebarLinkProps) {
  return (
    <Link
      to={to}
      className={classes['entry']}
      aria-current={current}
      aria-describedby={noteId}
      data-open={isOpen || undefined}
      data-tooltip={tooltip}
      onClick={onNavigate}
    >
      {children}
    </Link>
  );
}
