/**
 * Reads bytes of a media file, including both ends.
 * @throws if the server does not support ranges
 */
export async function readMediaRange(
  url: string,
  { first, last, signal }: { readonly first: number; readonly last: number; readonly signal: AbortSignal },
): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers: { range: `bytes=${first}-${last}` }, signal });
  if (response.status === 206) return response.arrayBuffer();
  if (!response.ok) throw new Error(`No part of ${url}: ${response.status}`);
  return (await response.arrayBuffer()).slice(first, last + 1);
}
