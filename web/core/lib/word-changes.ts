export interface TextSegment {
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

function middle(a: readonly string[], b: readonly string[]): TextSegment[] {
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
  const segments: TextSegment[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      segments.push({ kind: 'same', text: a[i] ?? '' });
      i++;
      j++;
    } else if (
      i < a.length &&
      (j >= b.length || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    )
      segments.push({ kind: 'gone', text: a[i++] ?? '' });
    else segments.push({ kind: 'new', text: b[j++] ?? '' });
  }
  return segments;
}

/** Merges adjacent parts of the same kind. */
function joinSegments(segments: readonly TextSegment[]): TextSegment[] {
  const all: TextSegment[] = [];
  for (const segment of segments) {
    const last = all.at(-1);
    if (segment.text === '') continue;
    if (last?.kind === segment.kind) all[all.length - 1] = { ...last, text: last.text + segment.text };
    else all.push(segment);
  }
  return all;
}

const textOf = (segments: readonly TextSegment[], without: TextSegment['kind']): string =>
  segments.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');

/** Merges a run of changes with the spaces between: first all removed text, then all added text. Runs of only one kind are not changed. */
function inOne(segments: readonly TextSegment[]): readonly TextSegment[] {
  const [removed, added] = [textOf(segments, 'new'), textOf(segments, 'gone')];
  if (removed.trim() === '' || added.trim() === '') return segments;
  return [
    { kind: 'gone', text: removed },
    { kind: 'new', text: added },
  ];
}

/** Groups adjacent changed words, so a rewritten sentence is not split into single words. */
function mergeSegments(segments: readonly TextSegment[]): TextSegment[] {
  const all: TextSegment[] = [];
  let currentSegments: TextSegment[] = [];
  for (const [index, segment] of segments.entries()) {
    const isBetween =
      currentSegments.length > 0 &&
      segment.text.trim() === '' &&
      (segments[index + 1]?.kind ?? 'same') !== 'same';
    if (segment.kind !== 'same' || isBetween) {
      currentSegments.push(segment);
      continue;
    }
    all.push(...inOne(currentSegments), segment);
    currentSegments = [];
  }
  return [...all, ...inOne(currentSegments)];
}

/**
 * Returns the unchanged, removed and added parts of a text by word. All parts except `new` form the old text, all parts except `gone` the
 * new text.
 */
export function wordChanges(before: string, after: string): TextSegment[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const start = agreement(a, b);
  const end = agreement(a.slice(start).toReversed(), b.slice(start).toReversed());
  const segments: TextSegment[] = [
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ];
  return joinSegments(mergeSegments(joinSegments(segments)));
}
