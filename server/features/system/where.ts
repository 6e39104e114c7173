/* Database URLs contain passwords and paths, which are never shown to users. */

/** Returns `db.example.org`, without user, password and parameters. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** @param name of the database product: `PostgreSQL 18.4` @param url of the database @param replicaUrl of its replica */
export function describeDatabase(name: string, url: string, replicaUrl?: string): string {
  const host = url.startsWith('file:') ? '' : hostOf(url);
  const replica = replicaUrl === undefined ? '' : `, read replica at ${hostOf(replicaUrl)}`;
  return host === '' ? `${name} (local disk)` : `${name} at ${host}${replica}`;
}

/** @param url of the blob store */
export function describeStore(url: string): string {
  if (url.startsWith('file:')) return 'Local folder';
  const { hostname: bucket, searchParams } = new URL(url);
  const endpoint = hostOf(searchParams.get('endpoint') ?? '');
  return `S3 bucket ${bucket}${endpoint === '' ? '' : ` at ${endpoint}`}`;
}
