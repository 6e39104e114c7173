import type { Publisher } from '#contract/publishers/publishers';
import { publisherColumns } from '#server/core/db/tables/publishers';
import { createPresenter } from '#server/core/resource/columns';
import type { StoredPublisher } from './publishers.repository.ts';

const present = createPresenter(publisherColumns);

export const toPublisher = ({ row, imprints }: StoredPublisher): Publisher => ({
  ...present(row),
  imprints: imprints.map(({ id, name }) => ({ id, name })),
});
