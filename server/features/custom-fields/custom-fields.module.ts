import { type Core, defineFeature } from '#server/app/feature';
import { customFieldRoutes } from './custom-fields.routes.ts';
import { createCustomFieldService } from './custom-fields.service.ts';
import { deleteValuesOfDeletedFields } from './delete-values.ts';

/** Custom fields of books. */
export function createCustomFieldsFeature({ database, settings }: Core) {
  return defineFeature({
    name: 'custom-fields',
    routes: () => customFieldRoutes(createCustomFieldService({ database, settings })),
    cleanUp: () => deleteValuesOfDeletedFields(database),
  });
}
