/** Bytes of a media file, both ends included. @throws when the file cannot be read in parts */
export async function readMediaRange(
  url: string,
  first: number,
  last: number,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const answer = await fetch(url, { headers: { range: `bytes=${first}-${last}` }, signal });
  if (answer.status === 206) return answer.arrayBuffer();
  if (!answer.ok) throw new Error(`No part of ${url}: ${answer.status}`);
  return (await answer.arrayBuffer()).slice(first, last + 1);
}
