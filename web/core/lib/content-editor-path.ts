/** A place of a book that the content editor opens. */
export interface ContentPosition {
  readonly chapterId: number;
  /** Seconds from the start of the chapter. */
  readonly seconds: number;
  readonly textItemId: number | null;
  /** The index of the sentence in the text item. */
  readonly sentence: number | null;
}

/** Returns the address of a book's content editor, and of a place in it. */
export function contentEditorPath(bookId: number, position?: ContentPosition): string {
  const path = `/books/${bookId}/content`;
  if (!position) return path;
  const { chapterId, seconds, textItemId, sentence } = position;
  const query = new URLSearchParams({ chapter: String(chapterId), time: String(seconds) });
  if (textItemId !== null) query.set('text', String(textItemId));
  if (sentence !== null) query.set('sentence', String(sentence));
  return `${path}?${query.toString()}`;
}

const numberIn = (query: URLSearchParams, key: string): number | null => {
  const text = query.get(key);
  return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
};

/** Returns the place in an address of the content editor; undefined if it has none. */
export function contentPositionIn(query: URLSearchParams): ContentPosition | undefined {
  const chapterId = numberIn(query, 'chapter');
  if (chapterId === null) return undefined;
  return {
    chapterId,
    seconds: numberIn(query, 'time') ?? 0,
    textItemId: numberIn(query, 'text'),
    sentence: numberIn(query, 'sentence'),
  };
}
