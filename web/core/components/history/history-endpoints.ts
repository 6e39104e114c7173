import { type Endpoint, pathOf } from '#contract/core/define-resource';
import { historyEndpointsOf } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { resources } from '#contract/core/resources';

type Name = 'history' | 'revert';
const endpointsByName = new Map<string, Readonly<Record<Name, Endpoint>>>();

/** Returns the endpoints of the history of a record. The same object is returned for the same record. */
export function historyEndpoints(kind: ResourceName, id: number): Readonly<Record<Name, Endpoint>> {
  const key = `${kind} ${id}`;
  const endpoint = endpointsByName.get(key);
  if (endpoint) return endpoint;
  const { history, revert } = historyEndpointsOf(resources[kind]);
  const endpoints = {
    history: { ...history, path: pathOf(history, id) },
    revert: { ...revert, path: pathOf(revert, id) },
  };
  endpointsByName.set(key, endpoints);
  return endpoints;
}
