import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type LicensedPart, licensedPart } from '#contract/settings/system';

/**
 * The parts that the build wrote down. The file changes with a new build alone, so it is read once; without a build there are
 * none.
 */
export function createParts(path: string): () => Promise<readonly LicensedPart[]> {
  let parts: Promise<readonly LicensedPart[]> | undefined;
  return () =>
    (parts ??= readFile(path, 'utf8').then(
      (text) => z.array(licensedPart).parse(JSON.parse(text)),
      () => [],
    ));
}
