/*
 * Comments start with their subject: "The books of a list", not "What a list has". A sentence that begins with a question word has none.
 */

const questionWord = /^(?:What|How|Whether|Where|Who|Which|That|Whose|Whom|Whoever|Whatever)\b/;

/** Returns the text of a comment that begins in the line; undefined if there is none. The text may start in the next line. */
function startOf(/** @type {readonly string[]} */ lines, /** @type {number} */ index) {
  const line = lines[index] ?? '';
  const text = /(?:^|[\s{])(?:\/\*\*?|\/\/)(?:\s+(.*))?$/.exec(line);
  if (!text) return undefined;
  const continuesLine = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[index - 1] ?? '');
  if (continuesLine) return undefined;
  return text[1]?.trim() || (lines[index + 1] ?? '').replace(/^\s*\*\s*/, '');
}

/**
 * Returns an error for each comment that begins with a question word, with its line number.
 * @param {string} file
 * @param {string} text
 */
export function commentErrorsIn(file, text) {
  const lines = text.split('\n');
  return lines.flatMap((_, index) => {
    const word = questionWord.exec(startOf(lines, index) ?? '')?.[0];
    return word ? [`${file}:${index + 1}: the comment begins with "${word}" instead of its subject`] : [];
  });
}
