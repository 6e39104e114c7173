import { systemEndpoint, systemReport } from '#contract/settings/system';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import type { SystemService } from './system.service.ts';

export const systemRoutes = (service: SystemService): RouteDefinition[] => [
  defineRoute({
    ...systemEndpoint,
    tag: 'settings',
    operationId: 'getSystemReport',
    summary: 'What runs here: version, database, store, room, health, backup and licences',
    access: 'settings:edit',
    answer: systemReport,
    handle: async () => ({ data: await service.report() }),
  }),
];
