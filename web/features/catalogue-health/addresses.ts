import {
  type HealthCheck,
  type Severity,
  healthCheckNames,
  severities,
} from '#contract/catalogue-health/health-checks';

export const sections = ['health', 'auditLog', 'languages', 'authors', 'longest'] as const;
export type Section = (typeof sections)[number];

export interface ReportsLocation {
  readonly section?: Section | undefined;
  readonly rule?: HealthCheck | undefined;
  /** Of the listed checks. */
  readonly severity?: Severity | undefined;
}

/** Returns the section of the reports that an address opens. */
export function sectionIn(parameters: URLSearchParams) {
  return {
    section: sections.find((section) => section === parameters.get('show')) ?? 'health',
    rule: healthCheckNames.find((rule) => rule === parameters.get('rule')),
    severity: severities.find((severity) => severity === parameters.get('severity')),
  };
}

export function addressOf({ section, rule, severity }: ReportsLocation): string {
  const query = new URLSearchParams({
    ...(section && section !== 'health' && { show: section }),
    ...(rule && { rule }),
    ...(severity && { severity }),
  }).toString();
  return query === '' ? '/reports' : `/reports?${query}`;
}
