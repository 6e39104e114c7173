import type { Permission } from '#contract/core/permissions';
import { recordNames } from '#contract/core/record-types';
import { type NavigationEntry, navigationGroups } from '#web/core/lib/module.ts';
import { recordPaths } from '#web/core/lib/record-address.ts';
import { spreadsheetKindOf } from '#web/core/lib/spreadsheet-kind.ts';
import { type ModuleName, moduleList } from './modules.ts';
import { type ChildEntry, navigationChildren } from './navigation-children.ts';

export interface NamedEntry extends NavigationEntry {
  readonly name: ModuleName;
  readonly path: string;
}

const entries = moduleList.flatMap(({ name, path, navigation }): NamedEntry[] =>
  path === undefined || navigation === undefined ? [] : [{ name, path, ...navigation }],
);

/** The entries of the sidebar in groups, separated by lines. */
export const navigation: readonly (readonly NamedEntry[])[] = navigationGroups.map((group) =>
  entries.filter((entry) => entry.group === group),
);

type Address = Readonly<Record<'pathname' | 'search', string>>;

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

/** Returns the path of the list that a screen belongs to, for screens used by several lists. */
function ownerPath({ pathname, search }: Address): string {
  const [, first, second = ''] = pathname.split('/');
  if (first === 'history') {
    const kind = recordNames.find((name) => name === second);
    return kind === undefined ? '/reports' : recordPaths[kind];
  }
  if (first === 'spreadsheets') return `/${spreadsheetKindOf(new URLSearchParams(search))}`;
  return pathname;
}

/** Returns the screens below an entry that the user can open. */
export const childrenOf = (
  name: ModuleName,
  may: (permission: Permission) => boolean,
): readonly ChildEntry[] =>
  (navigationChildren[name] ?? []).filter(
    ({ permission, unless }) =>
      (permission === undefined || may(permission)) && (unless === undefined || !may(unless)),
  );

/** Returns true if the address is the screen of a child entry, or a screen below it. */
export function isInChild(address: Address, { path, show }: ChildEntry): boolean {
  if (show === undefined) return isWithin(ownerPath(address), path);
  const section = new URLSearchParams(address.search).get('show') ?? 'health';
  return address.pathname === path && section === show;
}

/** Returns true if the address is the screen of an entry, or a screen below it. */
export const isInSection = (
  address: Address,
  { path }: NamedEntry,
  children: readonly ChildEntry[],
): boolean => isWithin(ownerPath(address), path) || children.some((child) => isInChild(address, child));

/** Returns the address of a child entry. Waiting work is shown first. */
export function addressOfChild({ path, show, waiting }: ChildEntry, count: number): string {
  if (show !== undefined) return `${path}?show=${show}`;
  return count > 0 && waiting?.search !== undefined ? `${path}${waiting.search}` : path;
}
