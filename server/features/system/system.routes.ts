import { systemEndpoint, systemReport } from '#contract/system/system';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { SystemService } from './system.service.ts';

export const systemRoutes = (service: SystemService): RouteDefinition[] => [
  defineRoute({
    ...systemEndpoint,
    tag: 'settings',
    operationId: 'getSystemReport',
    summary: 'Get the system report',
    access: 'settings:edit',
    response: systemReport,
    handle: async () => ({ data: await service.report() }),
  }),
];
