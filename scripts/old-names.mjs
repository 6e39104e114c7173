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
  anybody: 'allUsers',
  asked: 'requested',
  asking: 'context',
  came: 'added',
  changers: 'editors',
  clutter: 'systemFile',
  companion: 'accompanyingFile',
  doctor: 'catalogueHealth',
  double: 'duplicate',
  doubles: 'duplicates',
  doubtful: 'lowConfidence',
  doubts: 'duplicates',
  doubt: 'uncertainty',
  everyday: 'scenario',
  fact: 'field',
  facts: 'details',
  favour: 'bias',
  finding: 'issue',
  findings: 'issues',
  foreseen: 'prewarm',
  foreseers: 'prewarmListeners',
  glance: 'summary',
  glances: 'summaries',
  gone: 'deleted',
  happening: 'securityEvent',
  heard: 'hasAudio',
  insides: 'bookContents',
  journal: 'auditLog',
  kept: 'stored',
  letgo: 'releaseFiles',
  living: 'existing',
  look: 'inspect',
  looks: 'settings',
  nobody: 'anonymous',
  noted: 'recorded',
  part: 'segment',
  parts: 'segments',
  person: 'user',
  picture: 'image',
  pictures: 'images',
  place: 'position',
  places: 'positions',
  refusal: 'errorInfo',
  refusals: 'knownErrors',
  remover: 'deleter',
  room: 'capacity',
  shots: 'requests',
  sightings: 'activities',
  sheet: 'spreadsheet',
  sheets: 'spreadsheets',
  sound: 'audio',
  sought: 'searched',
  sounds: 'audios',
  studio: 'contentEditor',
  told: 'reported',
  turn: 'round',
  turns: 'rounds',
  twin: 'duplicate',
  unspoken: 'missingInAudio',
  unwritten: 'missingInText',
  went: 'removed',
  wire: 'response',
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
  isKept: 'a field of stored notifications',
  partBytes: 'a limit of parts of an upload',
  upload_parts: 'a table of parts of uploads',
  picture: 'a field of the tags that music-metadata reads',
  onDoubleClick: 'an event of the browser',
  double: 'a type of the API reference',
  CueSheet: 'the name of the format',
  makeCueSheet: 'the name of the format',
  audio_without_text: 'a stored column and a field of the API',
  sound_without_text: 'a field of files that earlier versions exported',
  MADE_OF_SOUND: 'a text of the demo catalogue',
};

/**
 * Names of fields of the API, of columns and of stored values that contain a former word, each with its reason. They are allowed as
 * names of properties, and as variables that take the value of the property.
 * @type {Readonly<Record<string, string>>}
 */
export const fieldExceptions = {
  came: 'a field of stored entries of the audit log',
  went: 'a field of stored entries of the audit log',
  part: 'a column of audio clips, and a state of the alignment',
  parts: 'a field of records in the trash',
  place: 'a field of references in the API',
  places: 'a field of records in the trash',
  turn: 'a column of jobs',
};

/**
 * Files that may use a former word with its usual meaning.
 * @type {readonly { readonly words: readonly string[], readonly files: RegExp, readonly reason: string }[]}
 */
export const fileExceptions = [
  {
    words: ['part', 'parts'],
    files:
      /^(contract|server\/features)\/uploads\/|^server\/core\/blobs\/s3-|^server\/core\/http\/(body-parts|form-data|multipart)\.|\/file-upload\./,
    reason: 'parts of an upload, as in S3 and in multipart bodies',
  },
  {
    words: ['part', 'parts'],
    files: /^server\/features\/imports\/(parsers|proposal)\//,
    reason: 'parts of a book: "Part One"',
  },
];

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

/** Returns the former word in a name; undefined if there is none. @param {string} name @param {string} [file] */
export const oldWordIn = (name, file = '') =>
  Object.hasOwn(exceptions, name)
    ? undefined
    : wordsOf(name).find(
        (word) =>
          Object.hasOwn(replacements, word) &&
          !fileExceptions.some(({ words, files }) => words.includes(word) && files.test(file)),
      );

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
  const fileName = oldWordIn(posix.basename(file), file);
  if (fileName) errors.push(`${file}: the file name holds "${fileName}"`);
  /** Returns true if the code chooses this name: it is not that of a property. */
  const isNamed = (/** @type {import('@ts-morph/common').ts.Node} */ node) =>
    (ts.isVariableDeclaration(node.parent) ||
      ts.isParameter(node.parent) ||
      ts.isFunctionDeclaration(node.parent) ||
      ts.isTypeParameterDeclaration(node.parent) ||
      (ts.isBindingElement(node.parent) && ts.isArrayBindingPattern(node.parent.parent))) &&
    node.parent.name === node;
  const visit = (/** @type {import('@ts-morph/common').ts.Node} */ node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const word =
        Object.hasOwn(fieldExceptions, node.text) && !isNamed(node) ? undefined : oldWordIn(node.text, file);
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
