export interface TextPart {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Longer parts than this, in words, are shown as one change. */
const MOST_WORDS = 1_200;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

/** How far two lists agree from their beginning. */
function agreement(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function middle(a: readonly string[], b: readonly string[]): TextPart[] {
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ];
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const parts: TextPart[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i] ?? '' });
      i++;
      j++;
    } else if (
      i < a.length &&
      (j >= b.length || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    )
      parts.push({ kind: 'gone', text: a[i++] ?? '' });
    else parts.push({ kind: 'new', text: b[j++] ?? '' });
  }
  return parts;
}

/** What of a text stayed, went and came, word by word; put together, the kinds but `new` are the old text, those but `gone` the new one. */
export function wordChanges(before: string, after: string): TextPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const start = agreement(a, b);
  const end = agreement(a.slice(start).toReversed(), b.slice(start).toReversed());
  const parts: TextPart[] = [
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ];
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}
