/** Returns true if an `If-None-Match` header contains the tag or `*`. Weak tags match too, as RFC 9110 requires. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((pattern) => {
    const tag = pattern.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
