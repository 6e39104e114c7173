import { type NavigationEntry, navigationGroups } from '#web/core/lib/module.ts';
import type { Permission } from '#contract/core/permissions';
import { type ModuleName, moduleList } from './modules.ts';

interface NamedEntry extends NavigationEntry {
  readonly name: ModuleName;
  readonly path: string;
}

const entries = moduleList.flatMap(({ name, path, navigation }): NamedEntry[] =>
  path === undefined || navigation === undefined ? [] : [{ name, path, ...navigation }],
);

/** The sidebar, in groups that a fine line parts. */
export const navigation: readonly (readonly NamedEntry[])[] = navigationGroups.map((group) =>
  entries.filter((entry) => entry.group === group),
);

interface ChildEntry {
  /** The module that names it. */
  readonly name: ModuleName;
  readonly path: string;
  readonly permission?: Permission;
}

const child = (
  name: ModuleName,
  options: { readonly path?: string; readonly permission?: Permission } = {},
): ChildEntry => ({ name, path: modulePath(name), ...options });

const modulePath = (name: ModuleName): string =>
  moduleList.find((module) => module.name === name)?.path ?? '/';

/** The screens below an entry of the sidebar, shown while one of them or the entry itself is open. */
const children: Readonly<Partial<Record<ModuleName, readonly ChildEntry[]>>> = {
  books: [child('authors'), child('imports', { permission: 'books:edit' }), child('trash')],
  users: [child('roles')],
  settings: [
    child('generalSettings'),
    child('catalogueSettings'),
    child('mediaSettings'),
    child('signInSettings'),
    child('system'),
    child('jobs'),
    child('securityLog', { permission: 'users:manage' }),
  ],
};

export const childrenOf = (name: ModuleName): readonly ChildEntry[] => children[name] ?? [];

/** True if an address belongs to a screen, or to a screen below it. */
export const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

/** True if the open screen belongs to an entry of the sidebar. */
export const isInSection = (pathname: string, { name, path }: { name: ModuleName; path: string }): boolean =>
  isWithin(pathname, path) || childrenOf(name).some((entry) => isWithin(pathname, entry.path));
