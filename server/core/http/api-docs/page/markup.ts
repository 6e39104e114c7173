/** Text as it may stand in an element or an attribute. */
export const escape = (text: string): string =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** One line of description: backticks become code. */
export const inline = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The id that a heading is linked by. */
export const slugOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Paragraphs, headings, lists and commands of a longer description. */
export function prose(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      if (block.startsWith('## ')) return `<h2 id="${slugOf(block.slice(3))}">${inline(block.slice(3))}</h2>`;
      if (block.startsWith('```')) return code('Command', escape(block.split('\n').slice(1, -1).join('\n')));
      if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`;
      const items = block.split('\n').map((line) => `<li>${inline(line.slice(2))}</li>`);
      return `<ul>${items.join('')}</ul>`;
    })
    .join('');
}

/** The headings of a longer description. */
export const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** A block of code that can be scrolled by keyboard. A group, for landmarks must each have a name of their own. */
export const code = (label: string, html: string, language = ''): string =>
  `<figure class="code"${language && ` data-language="${language}"`}><figcaption>${escape(label)}</figcaption><pre tabindex="0" role="group" aria-label="${escape(label)}"><code>${html}</code></pre></figure>`;

const jsonPart = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** JSON with its keys, texts and numbers told apart. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  let html = '';
  let at = 0;
  for (const match of text.matchAll(jsonPart)) {
    const [whole, string, colon] = match;
    html += escape(text.slice(at, match.index));
    if (string === undefined) html += `<i class="n">${escape(whole)}</i>`;
    else if (colon === undefined) html += `<i class="s">${escape(string)}</i>`;
    else html += `<i class="k">${escape(string)}</i>${colon}`;
    at = match.index + whole.length;
  }
  return html + escape(text.slice(at));
}
