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
export const productionPackages = (/** @type {LockedPackages} */ locked) =>
  Object.keys(locked).filter((folder) => folder !== '' && !locked[folder]?.dev && !locked[folder]?.optional);

/**
 * Returns the folder in which Node finds a package that another package imports.
 * @param {LockedPackages} locked
 * @param {string} from
 * @param {string} name
 */
function folderOf(locked, from, name) {
  for (let folder = from; ; ) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (locked[path]) return path;
    if (folder === '') return undefined;
    folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0));
  }
}

/**
 * Returns the folders of the given packages and of all their dependencies, without optional ones.
 * @param {LockedPackages} locked
 * @param {readonly string[]} names
 */
export function reach(locked, names) {
  /** @type {Set<string>} */
  const reached = new Set();
  const open = names.map((name) => folderOf(locked, '', name));
  for (let folder = open.pop(); folder !== undefined || open.length > 0; folder = open.pop()) {
    if (folder === undefined || reached.has(folder)) continue;
    reached.add(folder);
    const { dependencies, peerDependencies, peerDependenciesMeta } = locked[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!peerDependenciesMeta?.[name]?.optional) open.push(folderOf(locked, folder, name));
    }
  }
  return reached;
}

/**
 * Returns the number of packages that the removal of each direct dependency would remove, in descending order. A package that
 * several dependencies need is not counted.
 * @param {LockedPackages} locked
 * @returns {{ name: string, count: number }[]}
 */
export function biggestBringers(locked) {
  const counted = productionPackages(locked);
  const names = Object.keys(locked['']?.dependencies ?? {});
  return names
    .map((name) => {
      const others = reach(
        locked,
        names.filter((other) => other !== name),
      );
      const own = reach(locked, [name]);
      return { name, count: counted.filter((folder) => own.has(folder) && !others.has(folder)).length };
    })
    .toSorted((a, b) => b.count - a.count);
}
