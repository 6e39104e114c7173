import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commentErrorsIn } from './comment-rules.mjs';
import { root } from './node-version.mjs';
import { command } from './run.mjs';

/*
 * Rejects former names in identifiers and file names, and variables with a participle, `at`, `one` or `each` as name. Also
 * rejects comments that start without their subject. Strings, comments and released migrations may contain former names.
 */

/** The standard names by former word. */
export const replacements = {
  asking: 'context',
  changers: 'editors',
  clutter: 'systemFile',
  companion: 'accompanyingFile',
  doctor: 'catalogueHealth',
  double: 'duplicate',
  doubles: 'duplicates',
  doubtful: 'lowConfidence',
  doubts: 'duplicates',
  everyday: 'scenario',
  favour: 'bias',
  finding: 'issue',
  findings: 'issues',
  foreseen: 'prewarm',
  foreseers: 'prewarmListeners',
  glance: 'summary',
  glances: 'summaries',
  happening: 'securityEvent',
  insides: 'bookContents',
  journal: 'auditLog',
  letgo: 'releaseFiles',
  living: 'existing',
  mention: 'reference',
  picture: 'image',
  pictures: 'images',
  refusal: 'errorInfo',
  refusals: 'knownErrors',
  remover: 'deleter',
  shots: 'requests',
  sightings: 'activities',
  sheet: 'spreadsheet',
  sheets: 'spreadsheets',
  sound: 'audio',
  sought: 'searched',
  sounds: 'audios',
  studio: 'contentEditor',
  twin: 'duplicate',
  unspoken: 'missingInAudio',
  unwritten: 'missingInText',
  withheld: 'retained',
};

/**
 * Allowed names that contain a former word, each with its reason.
 * @type {Readonly<Record<string, string>>}
 */
export const exceptions = {
  CSSStyleSheet: 'a part of the DOM',
  doubtful: 'a state in files that earlier versions exported',
  unspoken: 'a state in files that earlier versions exported',
  adoptedStyleSheets: 'a part of the DOM',
  picture: 'a field of the tags that music-metadata reads',
  onDoubleClick: 'an event of the browser',
  double: 'a type of the API reference',
  CueSheet: 'the name of the format',
  makeCueSheet: 'the name of the format',
  audio_without_text: 'a stored column and a field of the API',
  sound_without_text: 'a field of files that earlier versions exported',
  MADE_OF_SOUND: 'a text of the demo catalogue',
};

/** Participles without the ending -ed. */
const irregularParticiples = new Set(
  (
    'begun bent bound bought broken brought built caught chosen done drawn driven fallen felt found frozen given gone grown heard held ' +
    'hidden kept known laid lost made meant met paid said seen sent shown sold sought spoken spent stolen struck sung swept taken ' +
    'taught told understood undone unread wanted withdrawn withheld won worn written'
  ).split(' '),
);

/** Nouns, adjectives and accepted terms that end as participles do. */
const notParticiples = new Set(
  (
    'anything binding ceiling everything something nothing encoding ending expected existing feed heading herring housekeeping leading listing mapping meaning need padding ' +
    'ping ranking rating reading recording seed selected setting spacing speed sing spelling staging string succeed swing thing timing tracking warning ' +
    'wing wording xing'
  ).split(' '),
);

/** Names of variables that name no value. Fields may have them: `at` is a field of the API. */
const vagueNames = new Set(['at', 'each', 'one']);

/** Returns true for a name that is only a participle: it does not describe a value. `existingBook`, not `found`. @param {string} name */
export const isParticiple = (name) =>
  /^[a-z]+$/.test(name) &&
  !notParticiples.has(name) &&
  (/(?:ed|ing)$/.test(name) || irregularParticiples.has(name));

const skippedFiles =
  /\/migrations\/|^server\/testing\/earlier-names|^server\/demo\/|^scripts\/(demo-|old-names|comment-rules)|\.d\.ts$/;

const wordsOf = (/** @type {string} */ name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Returns the former word in a name; undefined if there is none. @param {string} name */
export const oldWordIn = (name) =>
  Object.hasOwn(exceptions, name)
    ? undefined
    : wordsOf(name).find((word) => Object.hasOwn(replacements, word));

/**
 * Returns the former names and participles in a file, with their line numbers.
 * @param {string} file
 * @param {string} text
 */
export async function oldNamesIn(file, text) {
  const { ts } = await import('@ts-morph/common');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  /** @type {string[]} */
  const errors = [];
  const fileName = oldWordIn(posix.basename(file));
  if (fileName) errors.push(`${file}: the file name holds "${fileName}"`);
  const visit = (/** @type {import('@ts-morph/common').ts.Node} */ node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const word = oldWordIn(node.text);
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      if (word) errors.push(`${file}:${line}: ${node.text} holds "${word}"`);
      const { parent } = node;
      const isVariable =
        (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isFunctionDeclaration(parent)) &&
        parent.name === node;
      const isInArray =
        ts.isBindingElement(parent) && parent.name === node && ts.isArrayBindingPattern(parent.parent);
      if ((isVariable || isInArray) && vagueNames.has(node.text))
        errors.push(`${file}:${line}: ${node.text} names no value: index, item`);
      if (isVariable && isParticiple(node.text))
        errors.push(`${file}:${line}: ${node.text} is a participle that names no value`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return errors;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await command(async () => {
    const files = ['contract', 'server', 'web', 'client', 'e2e', 'bench', 'scripts']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          posix.join(folder, name.replaceAll('\\', '/')),
        ),
      )
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !skippedFiles.test(name));
    const errors = [];
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      errors.push(...(await oldNamesIn(file, text)), ...commentErrorsIn(file, text));
    }
    for (const error of errors) console.error(`${error}: see scripts/old-names.mjs.`);
    if (errors.length > 0) process.exit(1);
    console.log(`${files.length} files use the standard names.`);
  });
