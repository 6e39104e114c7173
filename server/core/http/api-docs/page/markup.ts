/** Escapes text for use in an element or an attribute. */
export const escape = (text: string): string =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the HTML of one line of a description. Backticks mark code. */
export const inline = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Returns the ID that links to a heading. */
export const slugOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Returns the HTML of a description with paragraphs, headings, lists and commands. */
export function descriptionToHtml(text: string): string {
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

/** Returns the headings of a description. */
export const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** Returns the HTML of a code block that scrolls by keyboard. The block is a group, because each landmark would need a unique name. */
export const code = (label: string, html: string, language = ''): string =>
  `<figure class="code"${language && ` data-language="${language}"`}><figcaption>${escape(label)}</figcaption><pre tabindex="0" role="group" aria-label="${escape(label)}"><code>${html}</code></pre></figure>`;

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** Returns the HTML of JSON with highlighted keys, strings and numbers. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  let html = '';
  let index = 0;
  for (const match of text.matchAll(jsonToken)) {
    const [whole, string, colon] = match;
    html += escape(text.slice(index, match.index));
    if (string === undefined) html += `<i class="n">${escape(whole)}</i>`;
    else if (colon === undefined) html += `<i class="s">${escape(string)}</i>`;
    else html += `<i class="k">${escape(string)}</i>${colon}`;
    index = match.index + whole.length;
  }
  return html + escape(text.slice(index));
}
