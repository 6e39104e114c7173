import { type NavigationEntry, navigationGroups } from '#web/core/lib/module.ts';
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
