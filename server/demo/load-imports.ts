import { join } from 'node:path';
import { importsQuery } from '#contract/imports/imports';
import type { Dependencies } from '#server/app/dependencies';
import { importPaths } from '#server/features/imports/import-paths';
import { demoMediaRoot } from './demo-catalogue.ts';

/** The folders of `media/imports` by position in the import list. The audio of the first omits a chapter, so that it needs a review. */
export const importFolders: readonly string[] = ['the-tide-clerk', 'el-reloj-de-la-estacion'];

/** Uploads the books of the import list. Workers process them like any other upload. */
export async function loadImports(dependencies: Dependencies): Promise<void> {
  // An interrupted load has already created the first ones, in the same order.
  const { total } = await dependencies.imports.list(0, importsQuery.parse({ items_per_page: '1' }));
  for (const folder of importFolders.slice(total))
    await importPaths(dependencies, [join(demoMediaRoot, 'imports', folder)]);
}
