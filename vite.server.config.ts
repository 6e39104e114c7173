import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vite';

const server = join(import.meta.dirname, 'server');

/** Packages with native code, WebAssembly or workers, which read files of their own folder. Node.js loads them. */
const unbundledPackages = [
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  '@humansignal/audio-file-decoder',
  '@wasm-audio-decoders/flac',
  '@wasm-audio-decoders/ogg-vorbis',
  'mpg123-decoder',
  'ogg-opus-decoder',
];

/** Returns the modules that processes and threads start with, by their path in the output. */
function entries(): Record<string, string> {
  const files = readdirSync(server, { recursive: true, withFileTypes: true })
    .filter((file) => /-(child|host|worker)\.ts$/.test(file.name))
    .map((file) => relative(server, join(file.parentPath, file.name)))
    .filter((path) => !path.startsWith('testing/'));
  return Object.fromEntries(
    ['main.ts', 'cli.ts', ...files].map((path) => [path.replace(/\.ts$/, ''), join(server, path)]),
  );
}

/**
 * Bundles the server with its packages: a start reads few files, where it would read hundreds. The types are checked by the compiler, and
 * the code is not minified, so that errors name their functions.
 */
export default defineConfig({
  ssr: { noExternal: true, external: unbundledPackages },
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: entries(),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
