import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { reduceContract } from './scripts/reduce-contract.mjs';

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
/** Below it a compressed file saves less than its headers cost. */
const smallestWorthwhile = 1024;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses an asset. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        files
          .filter((file) => file.isFile() && compressible.has(extname(file.name)))
          // The server fills the page in for every request.
          .filter((file) => file.name !== 'index.html')
          .map(async (file) => {
            const path = join(file.parentPath, file.name);
            const content = await readFile(path);
            if (content.length < smallestWorthwhile) return;
            const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params: quality }));
            await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
      );
    },
  };
}

/** Writes down which packages went into the build, for the list of licences. */
function listPackages(): Plugin {
  const names = new Set<string>();
  let file = '';
  return {
    name: 'list-packages',
    apply: 'build',
    configResolved(config) {
      file = join(config.root, '..', 'dist', 'web-packages.json');
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        for (const id of part.moduleIds) {
          const name = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
          if (name !== undefined) names.add(name);
        }
      }
    },
    async closeBundle() {
      await writeFile(file, JSON.stringify([...names].toSorted()));
    },
  };
}

/** Writes down the files that each screen loads in addition to the first load, for the test of their sizes. */
function listScreens(): Plugin {
  let file = '';
  return {
    name: 'list-screens',
    apply: 'build',
    configResolved(config) {
      file = join(config.root, '..', 'dist', 'web-screens.json');
    },
    async generateBundle(_options, bundle) {
      const filesOf = (name: string, files = new Set<string>()): Set<string> => {
        const part = bundle[name];
        if (part?.type !== 'chunk' || files.has(name)) return files;
        files.add(name);
        for (const style of part.viteMetadata?.importedCss ?? []) files.add(style);
        for (const imported of part.imports) filesOf(imported, files);
        return files;
      };
      const screens = Object.values(bundle).flatMap((part) => {
        if (part.type !== 'chunk') return [];
        const name = /features\/.*\/([\w-]+)-(?:screen|page)\.tsx$/.exec(part.facadeModuleId ?? '')?.[1];
        return name === undefined ? [] : [[name, [...filesOf(part.fileName)]] as const];
      });
      await writeFile(file, JSON.stringify(Object.fromEntries(screens)));
    },
  };
}

/**
 * Leaves the maker of JSON schemas out of what browsers load: every schema of zod refers to it, though only the server's reference asks.
 * A version of zod that is written otherwise stops the build.
 */
function leaveOutJsonSchemas(): Plugin {
  const maker =
    'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";';
  const replacement = `const leftOut = () => () => { throw new Error('Browsers make no JSON schemas'); };
const createStandardJSONSchemaMethod = leftOut;
const createToJSONSchemaMethod = leftOut;`;
  const process = /^ *inst\._zod\.processJSONSchema = .*;$/gm;
  return {
    name: 'leave-out-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/node_modules/zod/v4/classic/schemas.js')) return undefined;
      if (!code.includes(maker) || !process.test(code)) this.error('zod refers to its maker otherwise now');
      return { code: code.replace(maker, replacement).replaceAll(process, ''), map: null };
    },
  };
}

/** Makes the contract smaller for browsers. */
function reduceContractFiles(): Plugin {
  return {
    name: 'reduce-contract',
    apply: 'build',
    transform(code, id) {
      if (!/\/contract\/.+\.ts$/.test(id)) return undefined;
      return { code: reduceContract(code, this.parse(code)), map: null };
    },
  };
}

const startFile = 'web/start.ts';

/** Adds the script that runs before the code of the application is loaded. It is no import of that code, which would run it later. */
function addStart(): Plugin {
  return {
    name: 'add-start',
    transformIndexHtml(_page, { bundle }) {
      const file = Object.values(bundle ?? {}).find(
        (part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(startFile) === true,
      )?.fileName;
      const attrs = { type: 'module', crossorigin: true, src: `/${file ?? 'start.ts'}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  };
}

const apiServer = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    leaveOutJsonSchemas(),
    reduceContractFiles(),
    precompress(),
    listPackages(),
    listScreens(),
    addStart(),
  ],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // The words by which passwords are judged, in kilobytes; loaded where somebody types a new one.
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      input: [join(import.meta.dirname, 'web/index.html'), join(import.meta.dirname, startFile)],
      // The screen of books is in the first files on purpose: see `prefetch-first-list.ts`.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            // Requests the list of the first screen while the rest is loading.
            { name: 'start', priority: 1, test: /web\/(start|app\/early-list|core\/api\/early-request)\.ts/ },
            // What shows the frame around every screen, and the list of books, with their part of the contract. One file: two would have
            // lists of several hundred names in common.
            { name: 'frame', tags: ['$initial'] },
            // The popups of menus and fields, and the menu items of many lists.
            {
              name: 'popups',
              test: /@mantine\/core\/esm\/(components\/(Menu|Popover)|utils\/Floating)\/|node_modules\/(@floating-ui|@mantine\/hooks|react-remove-scroll)|icons\/Icon(BadgeCc|Book2|ChevronUp|Clock|Code|FileText|FileZip|History|ListCheck|Logout|UserCircle|WaveSine)\.mjs|contract\/exports\/exports|web\/(ui\/menu-popup|core\/(components\/(record-menu|list-menu-items)|lib\/content-editor-path))\./,
            },
            // Menus, tooltips and toasts of the first screens. They are loaded after the first list, or for the first hovered control.
            {
              name: 'menus',
              test: /@mantine\/(notifications|core\/esm\/components\/(Tooltip|Notification|RingProgress))\/|node_modules\/react-transition-group|web\/.*\/(bell-menu-items|user-menu-items|view-menu-items|views-menu-items|export-menu-items|books-view-items|tooltip-popup|toast-list|job-progress)\.tsx/,
            },
            // Large, and only where lists are put in order.
            {
              name: 'sortable',
              test: /node_modules\/@dnd-kit\/|web\/ui\/(sortable-list|sortable-steps|position-button|use-sortable-entry)|web\/core\/components\/book-picker\/book-rows/,
              includeDependenciesRecursively: false,
            },
            // The fields with several values of two dialogs, and the list of options of pickers.
            {
              name: 'multi-select',
              test: /@mantine\/core\/esm\/components\/(MultiSelect|Pill|PillsInput|Combobox\/(use-pills-reorder|OptionsDropdown))\//,
              includeDependenciesRecursively: false,
            },
            // Two dialogs show a QR code.
            {
              name: 'qr',
              test: /node_modules\/qr\/|web\/ui\/qr-code/,
              includeDependenciesRecursively: false,
            },
            // Filters and dialogs search records. Screens do not.
            {
              name: 'record-picker',
              test: /web\/core\/components\/record-(picker|searches)|@mantine\/core\/.*\/Select\//,
              includeDependenciesRecursively: false,
            },
            // Small files cost more in headers than a screen that loads some of these for nothing. Charts are large, and few draw any.
            {
              name: 'shared',
              test: /\/contract\/|web\/(core\/(api|lib|components)|ui)\/|node_modules\/(@mantine\/(?!charts)|@tabler|@floating-ui|react-remove-scroll)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // The browser's own sources lie in a folder called `api` too.
  server: { proxy: { [String.raw`^/api/(?!.*\.tsx?(?:\?|$))`]: apiServer, '/media': apiServer } },
});
