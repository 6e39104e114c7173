import type { releaseParameter } from '#contract/releases/release-parameter';

/** The parameter of an address and of requests that selects a release. A type import keeps the contract out of the first load. */
export const releaseName: typeof releaseParameter = 'release';

/** The value with which an address leaves the selected release. */
export const liveValue = 'live';

/** Returns the release that an address selects; undefined for the live catalogue. */
export function releaseOfAddress(search: string): number | undefined {
  const text = new URLSearchParams(search).get(releaseName) ?? '';
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the query of an address in the selected release. An address that names a release, or the live catalogue, is respected. */
export function inRelease(search: string, selected: number | undefined): string {
  const parameters = new URLSearchParams(search);
  const ownRelease = parameters.get(releaseName);
  if (ownRelease === null ? selected === undefined : ownRelease !== liveValue) return search;
  if (ownRelease !== null) return withoutRelease(search);
  parameters.set(releaseName, String(selected));
  return `?${parameters}`;
}

/** Returns the query of an address without its release. */
export const withoutRelease = (search: string): string => {
  const parameters = new URLSearchParams(search);
  parameters.delete(releaseName);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};
