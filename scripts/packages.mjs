/** The largest number of packages that a server without the optional ones installs. The only definition of this limit. */
export const MAX_PACKAGES = 150;

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} LockedPackage
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages by their folders, that of the project is ''
 */

/** The packages that every production installation has. Optional ones are left out, of which each platform takes a few. */
export const productionPackages = (/** @type {LockedPackages} */ locked) =>
  Object.keys(locked).filter((folder) => folder !== '' && !locked[folder]?.dev && !locked[folder]?.optional);

/**
 * The folder in which Node finds a package when another one asks for it.
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
 * Every package that the given ones bring in, themselves included.
 * @param {LockedPackages} locked
 * @param {readonly string[]} names
 */
function reach(locked, names) {
  const reached = new Set();
  const open = names.map((name) => folderOf(locked, '', name));
  for (let folder = open.pop(); folder !== undefined || open.length > 0; folder = open.pop()) {
    if (folder === undefined || reached.has(folder)) continue;
    reached.add(folder);
    const { dependencies, peerDependencies } = locked[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      open.push(folderOf(locked, folder, name));
    }
  }
  return reached;
}

/**
 * The number of packages that would be removed with each dependency of the project, most first. Packages that several need count for none.
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
