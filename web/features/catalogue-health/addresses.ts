import {
  type HealthCheck,
  type IssueSubject,
  healthCheckNames,
} from '#contract/catalogue-health/catalogue-health';
import { recordAddress } from '#web/core/lib/record-address.ts';

export const sections = ['health', 'auditLog', 'languages', 'authors', 'longest'] as const;
export type Section = (typeof sections)[number];

/** Returns the section of the reports that an address opens. */
export function sectionIn(parameters: URLSearchParams): { section: Section; rule: HealthCheck | undefined } {
  return {
    section: sections.find((section) => section === parameters.get('show')) ?? 'health',
    rule: healthCheckNames.find((rule) => rule === parameters.get('rule')),
  };
}

export function addressOf({ section, rule }: { section?: Section; rule?: HealthCheck }): string {
  const query = new URLSearchParams({
    ...(section && section !== 'health' && { show: section }),
    ...(rule && { rule }),
  }).toString();
  return query === '' ? '/reports' : `/reports?${query}`;
}

/** Returns the address of the editor of a record. Authors are edited in their books, so the address lists those. */
export function editorOf(kind: IssueSubject, { id, name }: { id: number; name: string }): string {
  if (kind === 'authors')
    return `/books?${new URLSearchParams({ search: name, language: 'all' }).toString()}`;
  return recordAddress(kind, id);
}
