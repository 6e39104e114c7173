import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

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
 * Escapes characters other than ASCII. Node.js keeps the text of each file in memory, with two bytes per character if one of them is not
 * in Latin-1. Texts of `String.raw` are patterns of regular expressions, which read escapes too.
 */
function escapeCharacters(): Plugin {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'escape-characters',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') part.code = part.code.replaceAll(/[\u0080-\uffff]/g, escape);
      }
    },
  };
}

/**
 * Bundles the server with its packages: a start reads few files, where it would read hundreds. The types are checked by the compiler, and
 * the code is not minified, so that errors name their functions.
 */
export default defineConfig({
  ssr: { noExternal: true, external: unbundledPackages },
  publicDir: false,
  plugins: [escapeCharacters()],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: entries(),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
});
