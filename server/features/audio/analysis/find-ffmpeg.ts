import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the path of `ffmpeg`: the configured one, else the first in PATH; null when there is none. */
export function findFfmpeg(setting: string | undefined, path = process.env['PATH'] ?? ''): string | null {
  const paths =
    setting === undefined
      ? path
          .split(delimiter)
          .filter(Boolean)
          .map((folder) => join(folder, 'ffmpeg'))
      : [setting];
  return paths.find(isProgram) ?? null;
}
