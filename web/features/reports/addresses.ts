import { type DoctorRule, type FindingKind, doctorRuleNames } from '#contract/doctor';

export const sections = ['doctor', 'journal', 'languages', 'authors', 'longest'] as const;
export type Section = (typeof sections)[number];

/** What of the reports an address names. */
export function placeIn(parameters: URLSearchParams): { section: Section; rule: DoctorRule | undefined } {
  return {
    section: sections.find((section) => section === parameters.get('show')) ?? 'doctor',
    rule: doctorRuleNames.find((rule) => rule === parameters.get('rule')),
  };
}

export function addressOf({ section, rule }: { section?: Section; rule?: DoctorRule }): string {
  const query = new URLSearchParams({
    ...(section && section !== 'doctor' && { show: section }),
    ...(rule && { rule }),
  }).toString();
  return query === '' ? '/reports' : `/reports?${query}`;
}

/** Where a record is edited; authors are, in their books. */
export function editorOf(kind: FindingKind, { id, name }: { id: number; name: string }): string {
  if (kind === 'authors')
    return `/books?${new URLSearchParams({ search: name, language: 'all' }).toString()}`;
  return `/${kind}?open=${id}`;
}
