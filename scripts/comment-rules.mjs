/*
 * Comments start with their subject: "The books of a list", not "What a list has". A sentence that begins with a question word has none.
 * Comments name users, clients and records, and use plain verbs.
 */

const questionWord = /^(?:What|How|Whether|Where|Who|Which|That|Whose|Whom|Whoever|Whatever)\b/;

/** Words that do not say which user, client or record is meant, and literary verbs. */
const vagueWord =
  /\b(?:some|no|every|any)body\b|\bwho(?:m)?ever\b|\bmeanwhile\b|\bin vain\b|\bsought\b|\bcame\b|\bwent\b/i;

/** Returns the text of a comment in a line, or undefined if it has none. Lines of block comments start with an asterisk. */
const commentIn = (/** @type {string} */ line) =>
  /(?:^\s*\*|(?:^|\s)\/\*\*?|(?:^|\s)\/\/)\s(.*)$/.exec(line)?.[1];

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
  return lines.flatMap((line, index) => {
    const question = questionWord.exec(startOf(lines, index) ?? '')?.[0];
    const vague = vagueWord.exec(commentIn(line) ?? '')?.[0];
    return [
      ...(question
        ? [`${file}:${index + 1}: the comment begins with "${question}" instead of its subject`]
        : []),
      ...(vague ? [`${file}:${index + 1}: the comment contains "${vague}"`] : []),
    ];
  });
}
