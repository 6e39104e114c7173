import type { ContributorLink } from '#contract/contributors/contributor-details';
import type { ContributorDetails } from '#contract/contributors/contributors';
import { formatIsni } from '#contract/contributors/isni';

/** A link in the form. */
export interface LinkRow {
  /** Unique within the form. */
  readonly key: string;
  /** The label. */
  readonly name: string;
  readonly url: string;
}

const toLinkRows = (links: readonly ContributorLink[]): readonly LinkRow[] =>
  links.map(({ label, url }, index) => ({ key: String(index), name: label, url }));

export const toValues = ({
  name,
  sort_name = '',
  other_names = [],
  isni,
  biography,
  links = [],
  localized_biographies = [],
}: ContributorDetails) => ({
  name,
  sort_name,
  other_names: other_names.join('\n'),
  isni: formatIsni(isni),
  biography,
  links: toLinkRows(links),
  localized_biographies: localized_biographies.length === 0 ? '' : JSON.stringify(localized_biographies),
});
type ContributorValues = ReturnType<typeof toValues>;

export const newLinkRow = (rows: readonly LinkRow[]): LinkRow => ({
  key: String(Math.max(-1, ...rows.map(({ key }) => Number(key))) + 1),
  name: '',
  url: '',
});

/** Returns the request body. Links without label and address are left out. */
export const toPayload = (values: ContributorValues) => ({
  ...values,
  name: values.name.trim(),
  links: values.links
    .map(({ name, url }) => ({ label: name.trim(), url: url.trim() }))
    .filter(({ label, url }) => label !== '' || url !== ''),
});

/** Returns true if one of these errors is about a field, or about an entry of its list. */
export const hasErrorOf = (errors: Readonly<Record<string, unknown>>, field: string): boolean =>
  Object.keys(errors).some((path) => path === field || path.startsWith(`${field}.`));
