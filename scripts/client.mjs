import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureNode, nodePath, root, toolEnvironment } from './node-version.mjs';
import { command, run } from './run.mjs';

/** The generator needs the JavaScript API of TypeScript 5, which the native compiler does not have. */
const typeScript5 = '@ts-morph/common/dist/typescript.js';

/** Returns the API reference of the built server, which runs with an empty catalogue. */
async function askServer() {
  await ensureBuilt({ quiet: true });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-client-'));
  const env = {
    ...process.env,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: '0',
    DATABASE_URL: '',
    BLOB_STORE_URL: '',
  };
  const child = spawn(nodePath(), [join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address) return await (await fetch(`${address}/api/openapi.json`)).text();
    }
    throw new Error('The server did not start.');
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} document */
async function toTypes(document) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? typeScript5 : specifier, context),
  });
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const { ts } = await import('@ts-morph/common');
  const file = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(document, {
    alphabetize: false,
    // A parameter with a default value may be omitted. A file is not a string.
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? file : undefined),
  });
  return astToString(nodes);
}

/**
 * Writes the client package: the types generated from the document and the compiled client code.
 * @param {string} document
 * @param {string} folder
 */
async function writeClient(document, folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version: fetchVersion } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'openapi-fetch', 'package.json'), 'utf8'),
  );
  const source = join(folder, 'source');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'schema.ts'), await toTypes(document));
  for (const file of ['create-client.ts', 'to-body.ts'])
    cpSync(join(root, 'client', file), join(source, file));
  writeFileSync(
    join(source, 'index.ts'),
    `import { createTypedClient, type ClientOptions } from './create-client.ts';
import type { components, paths } from './schema.ts';

export type { ClientOptions } from './create-client.ts';
export type * from './schema.ts';
/** The request and response types of the API, by name: \`Schemas['Book']\`. */
export type Schemas = components['schemas'];

/** A client for the catalogue's API. */
export const createClient = (options: ClientOptions) => createTypedClient<paths>(options);
`,
  );
  cpSync(join(root, 'client', 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'openapi.json'), document);
  const manifest = {
    name: 'lectern-client',
    version,
    license: 'MIT',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies: { 'openapi-fetch': fetchVersion },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const config = {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'NodeNext',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: 'source',
      outDir: '.',
    },
    include: ['source'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config, null, 2));
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  if ((await run(tsc, ['-p', folder], { cwd: root, env: toolEnvironment() })) !== 0)
    throw new Error('The client does not compile.');
}

await command(async () => {
  await ensureNode();
  const { values } = parseArgs({ options: { document: { type: 'string' }, out: { type: 'string' } } });
  const document = values.document ? readFileSync(values.document, 'utf8') : await askServer();
  const folder = resolve(values.out ?? join(root, 'dist', 'client'));
  await writeClient(document, folder);
  console.log(`The client is in ${folder}.`);
});
