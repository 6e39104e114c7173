/** Whether an `If-None-Match` header holds the tag, or `*`. Weak tags compare equal here, as RFC 9110 says. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
