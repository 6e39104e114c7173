import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type LicensedPackage, licensedPackage } from '#contract/system/system';

/**
 * The parts that the build wrote down. The file changes with a new build alone, so it is read once; without a build there are
 * none.
 */
export function createParts(path: string): () => Promise<readonly LicensedPackage[]> {
  let packages: Promise<readonly LicensedPackage[]> | undefined;
  return () =>
    (packages ??= readFile(path, 'utf8').then(
      (text) => z.array(licensedPackage).parse(JSON.parse(text)),
      () => [],
    ));
}
