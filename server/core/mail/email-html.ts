import type { EmailContent } from './email-content.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The colours of the product's theme for light and dark mail programs. There are no images, because many programs block them. */
const styles = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 24px 16px; background: #f0f2f1; color: #1b2120; font: 16px/1.5 system-ui, sans-serif; }
  .card { max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d5dad8; border-radius: 8px; }
  h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; color: #12645f; }
  p, dl { margin: 0 0 16px; overflow-wrap: anywhere; }
  dt { color: #5c6764; font-size: 14px; }
  dd { margin: 0 0 8px; }
  a { color: #12645f; }
  .button { display: inline-block; padding: 10px 20px; background: #12645f; color: #ffffff; border-radius: 6px; font-weight: 600; text-decoration: none; }
  .note { color: #5c6764; font-size: 14px; }
  @media (prefers-color-scheme: dark) {
    body { background: #131817; color: #dfe5e3; }
    .card { background: #1a201f; border-color: #343d3b; }
    h1, a { color: #8cc1bb; }
    .button { background: #8cc1bb; color: #0d1110; }
    dt, .note { color: #bcc5c2; }
  }
`;

const paragraph = (text: string, style = ''): string =>
  `<p${style === '' ? '' : ` class="${style}"`}>${escape(text)}</p>`;

/** Renders an email as HTML. Every value is escaped, and only a web address becomes a button. */
export function toHtml(content: EmailContent, subject: string): string {
  const { product, greeting, paragraphs, details, button, closing } = content;
  const rows = details.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('');
  const url = button?.url && /^https?:\/\//.test(button.url) ? button.url : undefined;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${styles}</style>
</head>
<body>
<main class="card">
<h1>${escape(product)}</h1>
${[greeting, ...paragraphs].map((text) => paragraph(text)).join('\n')}
${rows === '' ? '' : `<dl>${rows}</dl>`}
${url && button ? `<p><a class="button" href="${escape(url)}">${escape(button.label)}</a></p>` : ''}
${closing.map((text) => paragraph(text)).join('\n')}
${url ? paragraph(`If the button doesn’t work, open this address: ${url}`, 'note') : ''}
</main>
</body>
</html>
`;
}
