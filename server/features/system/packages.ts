import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type LicensedPackage, licensedPackage } from '#contract/system/system';

/**
 * Returns a reader of the packages recorded by the build. The file changes with a build only, so it is read once; without a build the list
 * is empty.
 */
export function createPackageReader(path: string): () => Promise<readonly LicensedPackage[]> {
  let packages: Promise<readonly LicensedPackage[]> | undefined;
  return () =>
    (packages ??= readFile(path, 'utf8').then(
      (text) => z.array(licensedPackage).parse(JSON.parse(text)),
      () => [],
    ));
}
