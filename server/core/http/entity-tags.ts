/** True if an `If-None-Match` header contains the tag, or `*`. Weak tags compare equal here, by RFC 9110. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
