import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { licenceErrors, usedPackages } from './licences.mjs';
import { root } from './node-version.mjs';
import { reach } from './packages.mjs';
import { command } from './run.mjs';

/*
 * Checks the licences of all dependencies and writes THIRD_PARTY_NOTICES: the packages of the server and the web application with
 * their copyright lines and licence texts. With `--check` it only compares the file.
 */

/** @typedef {import('./licences.mjs').UsedPackage} UsedPackage */
/** @typedef {{ names: string[], text: string }} LicenceText the packages that share a text */

const noticesFile = join(root, 'THIRD_PARTY_NOTICES');
const rule = '='.repeat(80);

const introduction = `THIRD-PARTY NOTICES

Lectern contains or installs the packages below. Each has its own licence. This file is
generated: \`node scripts/notices.mjs\` writes it, \`npm test lint\` compares it.

Libraries under the LGPL and the MPL are used unmodified. Each is a folder of node_modules, which
an operator can replace by a changed version. The address of each package is its source code. The
LGPL version 3 adds to the GPL version 3, whose text is https://www.gnu.org/licenses/gpl-3.0.txt
and, in the container image, /usr/share/common-licenses/GPL-3.

Optional packages contain the same library for one platform each. Their licence texts are in their
folders or in that of the library.`;

/** Returns the names of the packages that files of a folder import, without tests. */
function importedNames(/** @type {string} */ folder) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.tsx?$/.test(file) || /^testing\/|\/testing\//.test(file)) continue;
    const text = readFileSync(join(root, folder, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import) ?\(?'((?:@[^/']+\/)?[^./#'][^/']*)/g))
      if (name !== undefined) names.add(name);
  }
  return [...names].toSorted();
}

/**
 * Separates the copyright lines and the title from a licence, so that packages share a text.
 * @param {string} text
 */
export function splitLicence(text) {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n');
  const isCopyright = (/** @type {string} */ line) => /^\W*(?:copyright\b.*\d{4}|\(c\)|©)/i.test(line);
  const isTitle = (/** @type {string} */ line) =>
    /^\W*(?:the )?(?:mit|isc|bsd|mit no attribution)\b[^,.]*licen[cs]e\b[^,.]*$/i.test(line);
  const head = lines.slice(0, 20);
  const retainedLines = lines.filter(
    (line, index) => index >= head.length || !(isCopyright(line) || isTitle(line)),
  );
  return {
    copyright: head.filter(isCopyright).map((line) => line.replace(/^[\s#*>]+/, '').trim()),
    text: retainedLines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

/** Returns the repository of a package as an address; empty if it states none. */
function addressOf(/** @type {string} */ folder) {
  const { repository, homepage } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const statedAddress = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? '');
  const address = statedAddress.replace(/^git\+|\.git$/g, '').replace(/^(git|ssh):\/\/(git@)?/, 'https://');
  return /^[\w-]+\/[\w.-]+$/.test(address)
    ? `https://github.com/${address}`
    : address.replace(/^github:/, 'https://github.com/');
}

/** Returns the author of a package as a copyright line. */
function authorOf(/** @type {string} */ folder) {
  const { author } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const name = typeof author === 'string' ? author.replace(/ ?[<(].*/, '') : author?.name;
  return name ? [`Copyright (c) ${name}`] : [];
}

/**
 * Returns the list of packages, each with its copyright lines, and adds their licence texts.
 * @param {readonly UsedPackage[]} packages
 * @param {Map<string, LicenceText>} texts by their words
 */
function describe(packages, texts) {
  return packages.map(({ name, version, licence, folder, isOptional }) => {
    const title = `${name} ${version} (${licence})`;
    if (isOptional) return `${title}, optional`;
    const files = readdirSync(join(root, folder)).filter((file) =>
      /^(?:licen[cs]e|copying|notice)/i.test(file),
    );
    const copyright = files.length === 0 ? authorOf(folder) : [];
    for (const file of files.toSorted()) {
      const sections = splitLicence(readFileSync(join(root, folder, file), 'utf8'));
      copyright.push(...sections.copyright);
      const words = sections.text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
      const text = texts.get(words) ?? { names: [], text: sections.text };
      texts.set(words, { ...text, names: [...text.names, name] });
    }
    const details = [
      addressOf(folder),
      ...copyright,
      ...(files.length === 0 ? ['The package contains no licence file.'] : []),
    ];
    return [title, ...details.filter((line) => line !== '').map((line) => `  ${line}`)].join('\n');
  });
}

/**
 * Returns the text of the notices.
 * @param {readonly UsedPackage[]} packages
 */
function noticesOf(packages) {
  /** @type {Map<string, LicenceText>} */
  const texts = new Map();
  const sortedPackages = packages.toSorted((a, b) =>
    `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1,
  );
  const listOf = (/** @type {string} */ use) =>
    describe(
      sortedPackages.filter((sortedPackage) => sortedPackage.use === use),
      texts,
    ).join('\n');
  const sections = [
    introduction,
    `PACKAGES OF THE SERVER\n\n${listOf('server')}`,
    `PACKAGES OF THE WEB APPLICATION, SOME OF THEM ALSO OF THE SERVER\n\n${listOf('browser')}`,
    ...[...texts.values()].map(
      ({ names, text }) => `LICENCE OF ${[...new Set(names)].join(', ')}\n\n${text}`,
    ),
  ];
  return `${sections.join(`\n\n${rule}\n`)}\n`;
}

/** Returns all packages of the lock file with their uses. */
export function readUsedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return usedPackages(packages, reach(packages, [...importedNames('web'), ...importedNames('contract')]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await command(async () => {
    const packages = readUsedPackages();
    const errors = licenceErrors(packages);
    const text = noticesOf(packages);
    if (!process.argv.includes('--check')) writeFileSync(noticesFile, text);
    else if (!existsSync(noticesFile) || readFileSync(noticesFile, 'utf8') !== text)
      errors.push('THIRD_PARTY_NOTICES is not up to date. Run: node scripts/notices.mjs');
    for (const error of errors) console.error(error);
    if (errors.length > 0) process.exit(1);
    console.log(`The licences of ${packages.length} packages follow scripts/licences.mjs.`);
  });
