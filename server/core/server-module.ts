import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from './package-root.ts';

/** True if the server runs from its source files, as in development and tests. */
const isSource = import.meta.url.endsWith('.ts');

/** The folder of the server's files: `server` in development and tests, and `dist/server` in the build. */
export const serverFolder = join(packageRoot, isSource ? 'server' : 'dist/server');

/**
 * Returns the URL of a module that a child process or a thread loads. The build writes a file for each module whose name ends with
 * `-child`, `-host` or `-worker`.
 * @param path the path in `server/`, without its extension
 */
export const serverModule = (path: string): URL =>
  pathToFileURL(join(serverFolder, `${path}${isSource ? '.ts' : '.js'}`));
