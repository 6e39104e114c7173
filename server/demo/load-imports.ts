import { join } from 'node:path';
import { importsQuery } from '#contract/imports/imports';
import type { Dependencies } from '#server/app/dependencies';
import { importPaths } from '#server/features/imports/import-paths';
import { importedBooks } from './content/imported-books.ts';
import { demoMediaRoot } from './demo-catalogue.ts';

/** Uploads the books of the import list. Workers process them like any other upload. */
export async function loadImports(dependencies: Dependencies): Promise<void> {
  // An interrupted load has already created the first ones, in the same order.
  const { total } = await dependencies.imports.list(0, importsQuery.parse({ items_per_page: '1' }));
  for (const { folder } of importedBooks.slice(total))
    await importPaths(dependencies, [join(demoMediaRoot, 'imports', folder)]);
}
