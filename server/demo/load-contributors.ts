import { contributorUpdate, contributorsQuery } from '#contract/contributors/contributors';
import type { Dependencies } from '#server/app/dependencies';
import { demoContributors } from './demo-catalogue.ts';
import { withImage } from './lists.ts';

/** Adds the details of contributors, who were created with their books. */
export async function loadContributors(dependencies: Dependencies): Promise<void> {
  const { authors } = dependencies.services.books;
  for (const { name, image, ...details } of demoContributors) {
    const { items } = await authors.listPeople(contributorsQuery.parse({ search: name }));
    const contributor = items.find((item) => item.name === name);
    if (!contributor) throw new Error(`The demo has no contributor ${name}.`);
    if (contributor.image) continue;
    const input = contributorUpdate.parse({ id: contributor.id, ...details });
    await authors.changeContributor(input, await withImage(dependencies, image));
  }
}
