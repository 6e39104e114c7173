export interface TextPart {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** The maximum number of words compared. Longer parts are shown as one change. */
const MAX_WORDS = 1_200;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

/** Returns the length of the common prefix of two lists. */
function agreement(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function middle(a: readonly string[], b: readonly string[]): TextPart[] {
  if (a.length > MAX_WORDS || b.length > MAX_WORDS)
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

/** Merges adjacent parts of the same kind. */
function joinParts(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}

const textOf = (parts: readonly TextPart[], without: TextPart['kind']): string =>
  parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');

/** Merges a run of changes with the spaces between: first all removed text, then all added text. Runs of only one kind are not changed. */
function inOne(parts: readonly TextPart[]): readonly TextPart[] {
  const [removed, added] = [textOf(parts, 'new'), textOf(parts, 'gone')];
  if (removed.trim() === '' || added.trim() === '') return parts;
  return [
    { kind: 'gone', text: removed },
    { kind: 'new', text: added },
  ];
}

/** Groups adjacent changed words, so a rewritten sentence is not split into single words. */
function mergeParts(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = [];
  let currentParts: TextPart[] = [];
  for (const [index, part] of parts.entries()) {
    const isBetween =
      currentParts.length > 0 && part.text.trim() === '' && (parts[index + 1]?.kind ?? 'same') !== 'same';
    if (part.kind !== 'same' || isBetween) {
      currentParts.push(part);
      continue;
    }
    all.push(...inOne(currentParts), part);
    currentParts = [];
  }
  return [...all, ...inOne(currentParts)];
}

/**
 * Returns the unchanged, removed and added parts of a text by word. All parts except `new` form the old text, all parts except `gone` the
 * new text.
 */
export function wordChanges(before: string, after: string): TextPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const start = agreement(a, b);
  const end = agreement(a.slice(start).toReversed(), b.slice(start).toReversed());
  const parts: TextPart[] = [
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ];
  return joinParts(mergeParts(joinParts(parts)));
}
