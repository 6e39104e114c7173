/*
 * The licences that a dependency may have, and the reason for each group. CONTRIBUTING.md states the rule.
 */

/** @typedef {'server' | 'browser' | 'tool'} Use the server loads it, the web application contains it, or only developers use it */

/** @type {readonly Use[]} */
const everywhere = ['server', 'browser', 'tool'];

/**
 * The accepted licences by SPDX identifier, with the uses that each one permits.
 * @type {Readonly<Record<string, readonly Use[]>>}
 */
export const acceptedLicences = {
  // Permissive: use and change are free. The copyright line and the text stay with copies, in THIRD_PARTY_NOTICES.
  '0BSD': everywhere,
  'Apache-2.0': everywhere,
  'BSD-2-Clause': everywhere,
  'BSD-3-Clause': everywhere,
  'BlueOak-1.0.0': everywhere,
  ISC: everywhere,
  MIT: everywhere,
  'MIT-0': everywhere,
  // Weak copyleft: it covers the files of the library only. The server loads them unmodified, as separate files that an operator can
  // replace. The bundle of the web application is one file, so it contains none.
  'LGPL-2.1-or-later': ['server'],
  'LGPL-3.0-or-later': ['server'],
  'MPL-2.0': ['server', 'tool'],
  // Tools and test data that are not distributed.
  'OFL-1.1': ['tool'],
  'Python-2.0': ['tool'],
};

/**
 * The licences of packages that state theirs only in a text.
 * @type {Readonly<Record<string, { licence: string, stated: string }>>}
 */
export const statedElsewhere = {
  'combine-errors': { licence: 'MIT', stated: 'the section "License" of its Readme.md' },
};

/**
 * Returns true if an SPDX expression permits the use: every licence of an AND, one of an OR.
 * @param {string} expression
 * @param {Use} use
 * @returns {boolean}
 */
export function isAccepted(expression, use) {
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  if (inner.includes(' OR ')) return inner.split(' OR ').some((term) => isAccepted(term, use));
  if (inner.includes(' AND ')) return inner.split(' AND ').every((term) => isAccepted(term, use));
  return acceptedLicences[inner]?.includes(use) === true;
}

/**
 * @typedef {{ name: string, version: string, use: Use, licence: string, isOptional: boolean, folder: string }} UsedPackage
 */

/**
 * Returns the packages of a lock file with their licence and the most public use.
 * @param {import('./packages.mjs').LockedPackages} lockedPackages
 * @param {ReadonlySet<string>} inBrowser the folders of the packages that the web application may contain
 * @returns {UsedPackage[]}
 */
export function usedPackages(lockedPackages, inBrowser) {
  return Object.entries(lockedPackages)
    .filter(([folder, { link }]) => folder !== '' && !link)
    .map(([folder, entry]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        name,
        version: entry.version ?? '',
        use: inBrowser.has(folder) ? 'browser' : entry.dev ? 'tool' : 'server',
        licence: entry.license ?? statedElsewhere[name]?.licence ?? 'none',
        isOptional: entry.optional === true || entry.devOptional === true,
        folder,
      };
    });
}

/**
 * Returns an error for each package whose licence does not permit its use.
 * @param {readonly UsedPackage[]} packages
 */
export const licenceErrors = (packages) =>
  packages
    .filter(({ licence, use }) => !isAccepted(licence, use))
    .map(
      ({ name, version, licence, use }) =>
        `${name} ${version} has the licence ${licence}, which scripts/licences.mjs does not accept for the use "${use}".`,
    );
