/** Returns the text of a line without inline formatting. */
function plain(line: string): string {
  // Escaped characters are replaced with placeholders that no text contains.
  const aside: string[] = [];
  return line
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => `\uE000${aside.push(sign) - 1}\uE001`)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[\^[^\]]+\]/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<(https?:\/\/[^>\s]+)>/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/(\*{1,3})(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/~~(?=\S)(.+?)(?<=\S)~~/g, '$1')
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => aside[Number(index)] ?? '')
    .trim();
}

const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const heading = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;

/** Returns the paragraphs of a Markdown text, including headings, list items and quotations. */
export function readMarkdown(text: string): string[] {
  const source = text
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const end = () => {
    const whole = plain(lines.join(' '));
    if (whole !== '') paragraphs.push(whole);
    lines = [];
  };
  let fence = '';
  for (const raw of source.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = '';
      else if (raw.trim() !== '') paragraphs.push(raw.trim());
      continue;
    }
    const line = raw.replace(/^ {0,3}(?:> ?)+/, '');
    const title = heading.exec(line);
    if (mark) {
      end();
      fence = mark;
    } else if (line.trim() === '' || (lines.length > 0 && underline.test(line)) || rule.test(line)) end();
    else if (/^ {0,3}\[[^\]]+\]:/.test(line)) end();
    else if (title) {
      end();
      lines = [title[1] ?? ''];
      end();
    } else {
      if (item.test(line)) end();
      lines.push(line.replace(item, '').trim());
    }
  }
  end();
  return paragraphs;
}
