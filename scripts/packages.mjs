/** The maximum number of packages of a production install without optional packages. This is the only definition of the limit. */
export const MAX_PACKAGES = 150;

/**
 * @typedef {{ version?: string, license?: string, link?: boolean, dev?: boolean, devOptional?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} LockedPackage
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages by their folders, that of the project is ''
 */

/**
 * Returns the packages that every production install contains. Optional packages are excluded, because they depend on the
 * platform.
 */
export const productionPackages = (/** @type {LockedPackages} */ lockedPackages) =>
  Object.keys(lockedPackages).filter(
    (folder) => folder !== '' && !lockedPackages[folder]?.dev && !lockedPackages[folder]?.optional,
  );

/**
 * Returns the folder in which Node finds a package that another package imports.
 * @param {LockedPackages} lockedPackages
 * @param {string} from
 * @param {string} name
 */
function folderOf(lockedPackages, from, name) {
  for (let folder = from; ; ) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (lockedPackages[path]) return path;
    if (folder === '') return undefined;
    folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0));
  }
}

/**
 * Returns the folders of the given packages and of all their dependencies, without optional ones.
 * @param {LockedPackages} lockedPackages
 * @param {readonly string[]} names
 */
export function reach(lockedPackages, names) {
  /** @type {Set<string>} */
  const reachedNames = new Set();
  const open = names.map((name) => folderOf(lockedPackages, '', name));
  for (let folder = open.pop(); folder !== undefined || open.length > 0; folder = open.pop()) {
    if (folder === undefined || reachedNames.has(folder)) continue;
    reachedNames.add(folder);
    const { dependencies, peerDependencies, peerDependenciesMeta } = lockedPackages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!peerDependenciesMeta?.[name]?.optional) open.push(folderOf(lockedPackages, folder, name));
    }
  }
  return reachedNames;
}

/**
 * Returns the number of packages that the removal of each direct dependency would remove, in descending order. A package that
 * several dependencies need is not counted.
 * @param {LockedPackages} lockedPackages
 * @returns {{ name: string, count: number }[]}
 */
export function biggestBringers(lockedPackages) {
  const countedPackages = productionPackages(lockedPackages);
  const names = Object.keys(lockedPackages['']?.dependencies ?? {});
  return names
    .map((name) => {
      const others = reach(
        lockedPackages,
        names.filter((other) => other !== name),
      );
      const own = reach(lockedPackages, [name]);
      return {
        name,
        count: countedPackages.filter((folder) => own.has(folder) && !others.has(folder)).length,
      };
    })
    .toSorted((a, b) => b.count - a.count);
}
