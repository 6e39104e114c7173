import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './node-version.mjs';
import { command, run } from './run.mjs';

/*
 * Which layer may import which: the one table behind the import rules in .oxlintrc.json. After a change here run `npm run import-rules`.
 * A layer may always import itself and the contract; tests may import anything. Files directly in server/ are layers of their own.
 */

/** @type {Readonly<Record<string, readonly string[]>>} */
export const serverLayers = {
  errors: [],
  'package-root': [],
  config: ['package-root'],
  db: ['errors'],
  settings: ['errors', 'config', 'db'],
  blobs: ['errors'],
  media: ['errors', 'blobs'],
  auth: ['errors', 'db', 'media', 'settings'],
  journal: ['errors', 'db'],
  jobs: ['errors', 'db'],
  mail: ['errors', 'db', 'jobs'],
  http: ['errors', 'package-root', 'config', 'db', 'blobs', 'media', 'auth', 'journal'],
  'job-calls': ['errors', 'db', 'auth', 'http', 'jobs'],
  uploads: ['errors', 'db', 'blobs', 'media', 'auth', 'http', 'jobs'],
  resources: ['errors', 'config', 'db', 'blobs', 'media', 'auth', 'journal', 'http'],
  history: ['errors', 'db', 'blobs', 'media', 'auth', 'journal', 'http', 'resources'],
  export: ['errors', 'db', 'blobs', 'media', 'auth', 'http', 'resources'],
  scans: ['errors', 'db', 'blobs', 'media', 'auth', 'http', 'jobs'],
  tracks: ['db', 'blobs', 'media', 'jobs', 'export'],
  inside: [
    'errors',
    'db',
    'blobs',
    'media',
    'auth',
    'journal',
    'http',
    'jobs',
    'scans',
    'tracks',
    'resources',
  ],
  import: ['errors', 'db', 'blobs', 'media', 'auth', 'http', 'jobs', 'scans', 'inside', 'resources'],
  'settings-calls': ['errors', 'db', 'media', 'auth', 'http', 'jobs', 'settings', 'resources'],
  activity: ['errors', 'db', 'auth', 'http'],
  system: ['config', 'db', 'http'],
  reports: ['errors', 'db', 'media', 'auth', 'journal', 'http', 'resources'],
  search: ['db', 'media', 'http', 'resources'],
  bulk: ['errors', 'db', 'auth', 'http', 'jobs', 'job-calls', 'journal', 'settings', 'modules', 'resources'],
  sheets: [
    'errors',
    'db',
    'media',
    'auth',
    'http',
    'jobs',
    'job-calls',
    'journal',
    'settings',
    'import',
    'modules',
    'resources',
  ],
  views: ['errors', 'db', 'auth', 'http', 'modules'],
  mobile: ['errors', 'db', 'media', 'auth', 'http', 'resources'],
  people: ['errors', 'db', 'mail', 'media', 'auth', 'http', 'resources'],
  modules: ['errors', 'db', 'settings', 'blobs', 'media', 'http', 'resources'],
  backend: ['errors', 'config', 'db', 'settings', 'blobs', 'media', 'jobs', 'import', 'inside', 'modules'],
  'job-handlers': [
    'sheets',
    'history',
    'modules',
    'mail',
    'settings-calls',
    'media',
    'jobs',
    'uploads',
    'scans',
    'tracks',
    'bulk',
    'import',
    'inside',
    'backend',
  ],
  app: [
    'errors',
    'package-root',
    'config',
    'db',
    'blobs',
    'media',
    'auth',
    'journal',
    'http',
    'resources',
    'history',
    'reports',
    'search',
    'views',
    'sheets',
    'bulk',
    'mobile',
    'export',
    'scans',
    'tracks',
    'import',
    'inside',
    'jobs',
    'job-calls',
    'activity',
    'people',
    'settings',
    'settings-calls',
    'system',
    'mail',
    'uploads',
    'modules',
    'backend',
  ],
  demo: ['errors', 'package-root', 'media', 'http', 'resources', 'import', 'inside', 'backend'],
  stop: ['http'],
  'start-failure': ['errors', 'config'],
  serve: [
    'sheets',
    'bulk',
    'history',
    'modules',
    'package-root',
    'config',
    'blobs',
    'media',
    'auth',
    'http',
    'jobs',
    'media',
    'people',
    'mail',
    'backend',
    'uploads',
    'job-handlers',
    'app',
    'demo',
    'activity',
    'scans',
    'stop',
  ],
  work: ['config', 'jobs', 'backend', 'job-handlers'],
  main: ['serve', 'start-failure'],
  'journal-commands': ['errors', 'config', 'db', 'journal'],
  cli: [
    'system',
    'journal-commands',
    'errors',
    'config',
    'db',
    'blobs',
    'auth',
    'import',
    'backend',
    'main',
    'work',
    'start-failure',
  ],
};

/** @type {Readonly<Record<string, readonly string[]>>} */
export const webLayers = {
  lib: [],
  i18n: [],
  ui: ['lib', 'i18n'],
  api: ['lib'],
  store: ['lib', 'api'],
  widgets: ['lib', 'i18n', 'ui', 'api', 'store'],
  features: ['lib', 'i18n', 'ui', 'api', 'store', 'widgets'],
  app: ['lib', 'i18n', 'ui', 'api', 'store', 'widgets', 'features'],
  main: ['lib', 'i18n', 'ui', 'api', 'store', 'app'],
};

/** Packages that some layers have to themselves; a name that ends in * stands for all that begin so. */
export const owners = {
  server: {
    fastify: [
      'http',
      'history',
      'people',
      'export',
      'job-calls',
      'uploads',
      'reports',
      'sheets',
      'app',
      'serve',
      'stop',
    ],
    '@fastify/*': ['http', 'app'],
    'better-sqlite3': ['db/dialects'],
    pg: ['db/dialects'],
    kysely: [
      'db',
      'db/dialects',
      'db/migrations',
      'journal',
      'mail',
      'settings',
      'settings-calls',
      'system',
      'auth',
      'journal',
      'history',
      'jobs',
      'job-calls',
      'activity',
      'uploads',
      'http',
      'resources',
      'history',
      'reports',
      'search',
      'bulk',
      'sheets',
      'views',
      'mobile',
      'people',
      'export',
      'scans',
      'tracks',
      'import',
      'inside',
    ],
    '@aws-sdk/*': ['blobs'],
    sharp: ['media', 'demo'],
    'music-metadata': ['media', 'import'],
    strtok3: ['import'],
    yauzl: ['import'],
    yazl: ['export', 'sheets'],
    htmlparser2: ['import', 'sheets'],
    mediabunny: ['media'],
    '@humansignal/*': ['media'],
    '@wasm-audio-decoders/*': ['media'],
    'mpg123-decoder': ['media'],
    'ogg-opus-decoder': ['media'],
    '@node-rs/argon2': ['auth'],
    nodemailer: ['mail'],
    '@zxcvbn-ts/*': ['auth'],
    'react*': [],
  },
  web: {
    'react-redux': ['store', 'widgets', 'app'],
    '@reduxjs/toolkit': ['store', 'widgets', 'features', 'app'],
    'react-router': ['widgets', 'features', 'app', 'main'],
    'react-dom': ['main'],
    '@mantine/*': ['ui', 'widgets', 'features', 'app'],
    i18next: ['i18n', 'ui'],
    'react-i18next': ['i18n', 'ui', 'widgets', 'features', 'app'],
    '@zxcvbn-ts/*': ['lib'],
    'fastify*': [],
  },
};

const tests = ['**/*.test.ts', '**/*.test.tsx'];
const oneWay = 'Imports point one way: scripts/import-rules.mjs.';
const anyOf = (/** @type {readonly string[]} */ names) =>
  names.map((name) => name.replaceAll(/[.*/-]/g, String.raw`\$&`)).join('|');

const isFolder = (/** @type {string} */ side, /** @type {string} */ layer) =>
  existsSync(join(root, side, layer));

const filesOf = (/** @type {string} */ side, /** @type {string} */ layer) =>
  isFolder(side, layer) ? `${side}/${layer}/**` : `${side}/${layer}.{ts,tsx}`;

/** What leads out of a layer: a folder above its own, or, from a layer that is one file, its own folder. */
const out = (/** @type {string} */ side, /** @type {string} */ layer) =>
  isFolder(side, layer) ? String.raw`\.\./` : String.raw`\./`;

/** @typedef {{ regex: string, message: string }} Pattern */

/**
 * @param {string} layer
 * @param {Readonly<Record<string, readonly string[]>>} packages
 * @returns {Pattern[]}
 */
function ownPackages(layer, packages) {
  const foreign = Object.entries(packages).filter(([, layers]) => !layers.includes(layer));
  const names = foreign.map(([name]) =>
    name.endsWith('*') ? `${anyOf([name.slice(0, -1)])}[^/]*` : anyOf([name]),
  );
  return names.length === 0
    ? []
    : [
        {
          regex: `^(${names.join('|')})(/|$)`,
          message: 'This package belongs to another layer: scripts/import-rules.mjs.',
        },
      ];
}

/**
 * @param {readonly string[]} files
 * @param {readonly Pattern[]} patterns
 * @param {readonly string[]} [except]
 */
const rule = (files, patterns, except = []) => ({
  files: [...files],
  excludeFiles: [...tests, ...except],
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
});

/**
 * @param {string} layer
 * @param {readonly string[]} may
 * @returns {Pattern[]}
 */
function serverPatterns(layer, may) {
  const [first = layer] = layer.split('/');
  const others = Object.keys(serverLayers).filter((name) => name !== first && !may.includes(name));
  return [
    {
      regex: `^(${out('server', layer)}|#server/)+(${anyOf([...others, 'testing'])})(/|\\.tsx?$|$)`,
      message: oneWay,
    },
    ...ownPackages(layer, owners.server),
    {
      regex: '^(\\.\\./)+(web|e2e|bench|scripts)/',
      message: 'The server imports its own layers and the contract.',
    },
  ];
}

/**
 * @param {string} layer
 * @param {readonly string[]} may
 * @returns {Pattern[]}
 */
function webPatterns(layer, may) {
  const others = Object.keys(webLayers).filter((name) => name !== layer && !may.includes(name));
  return [
    { regex: `^(${out('web', layer)})+(${anyOf([...others, 'testing'])})(/|\\.tsx?$|$)`, message: oneWay },
    ...ownPackages(layer, owners.web),
    {
      regex: '^#server/|^(\\.\\./)+(server|e2e|bench|scripts)/',
      message: 'The web application knows the server by its wire only.',
    },
  ];
}

const sibling = 'A resource never imports a sibling, nor a feature another.';

/** The rules, in the order in which a later one replaces an earlier one. */
export function makeImportRules() {
  const rules = [
    rule(
      ['contract/**'],
      [
        {
          regex: '^(#server|[a-y@]|z[^o]|zo[^d]|zod[^/]|(\\.\\./)+(server|web|e2e|bench|scripts)/)',
          message: 'The contract imports zod only.',
        },
      ],
    ),
  ];
  for (const [layer, may] of Object.entries(serverLayers)) {
    const patterns = serverPatterns(layer, may);
    rules.push(rule([filesOf('server', layer)], patterns));
    if (layer === 'db') {
      rules.push(rule(['server/db/dialects/**'], serverPatterns('db/dialects', may)));
      const lives = [
        {
          regex: '^[^.k]|^\\.\\.|^k[^y]',
          message: 'A migration is frozen: it imports Kysely and its neighbours, nothing that lives.',
        },
      ];
      rules.push(rule(['server/db/migrations/**'], lives, ['server/db/migrations/migrations.ts']));
    }
    const own = {
      regex: '^(\\.\\./|#server/)+resources/[^/]+/',
      message: 'Only the lists of resources know a resource: scripts/import-rules.mjs.',
    };
    if (layer === 'mobile' || layer === 'people')
      rules.push(rule([`server/${layer}/**`], [...patterns, own]));
    if (layer === 'resources')
      rules.push(
        rule(
          ['server/resources/*/**'],
          [...patterns, { regex: '^\\.\\./[^.]+/|^#server/resources/[^/]+/', message: sibling }],
        ),
      );
  }
  for (const [layer, may] of Object.entries(webLayers)) {
    const patterns = webPatterns(layer, may);
    rules.push(rule([filesOf('web', layer)], patterns));
    if (layer !== 'features') continue;
    rules.push(rule(['web/features/**'], [...patterns, { regex: '^(\\.\\./)+features/', message: sibling }]));
    rules.push(
      rule(
        ['web/features/*/*.{ts,tsx}'],
        [...patterns, { regex: '^\\.\\./[^.]|^(\\.\\./)+features/', message: sibling }],
      ),
    );
  }
  rules.push(
    rule(
      ['e2e/**'],
      [
        {
          regex: '^(better-sqlite3|@aws-sdk|kysely)(/|$)',
          message: 'The browser tests speak only HTTP and DOM.',
        },
        {
          regex: '^#(contract|server)/|^(\\.\\./)+(contract|server|web)/',
          message: 'The browser tests speak only HTTP and DOM.',
        },
      ],
    ),
  );
  return rules;
}

export const configFile = join(root, '.oxlintrc.json');

/** @param {string} text */
export const readConfig = (text) => JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));

const isImportRule = (/** @type {any} */ override) => 'no-restricted-imports' in override.rules;

/** @param {string} text */
export const importRulesIn = (text) => readConfig(text).overrides.filter(isImportRule);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await command(async () => {
    const text = readFileSync(configFile, 'utf8');
    const rest = readConfig(text).overrides.filter((/** @type {any} */ override) => !isImportRule(override));
    const kept = text.slice(0, text.indexOf('"overrides":'));
    writeFileSync(
      configFile,
      `${kept}"overrides": ${JSON.stringify([...rest, ...makeImportRules()], undefined, 2)}}\n`,
    );
    await run(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', configFile], { cwd: root });
  });
