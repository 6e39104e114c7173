import type { JsonSchema } from './json-schema.ts';
import { type OpenApiDocument, type Operation, operationsOf, responseOf } from './openapi.ts';

/*
 * The reference is one page without script, so that it lives under the same strict policy as everything else.
 */

const style = `
:root { color-scheme: light dark; --ink: #17262b; --soft: #56666c; --line: #dde4e6; --paper: #fff; --fill: #f4f7f7; --accent: #0b6b6b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4ecec; --soft: #9fb0b4; --line: #2c3b40; --paper: #10191c; --fill: #172327; --accent: #5cc8c0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 5rem; font: 15px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; text-transform: capitalize; }
a { color: var(--accent); } p { margin: .4rem 0; } .soft { color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { background: var(--fill); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow: auto; max-height: 28rem; }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; } details > div { padding: 0 1rem 1rem; }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .6rem 1rem; cursor: pointer; } summary:focus-visible, a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.verb { min-width: 4rem; font-weight: 700; color: var(--accent); } .path { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; } td, th { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); } th { font-weight: 600; color: var(--soft); }
`;

const escape = (text: string): string =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Backticks of descriptions become code. */
const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const schemaBlock = (title: string, schema: JsonSchema): string =>
  `<p class="soft">${escape(title)}</p><pre tabindex="0" aria-label="${escape(title)}">${escape(
    JSON.stringify(schema, null, 2),
  )}</pre>`;

function operationBlock(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: Operation,
): string {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, responseOf(document, response)] as const,
  );
  const rows = (operation.parameters ?? []).map(
    ({ name, in: place, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}</td><td>${prose(description)}</td></tr>`,
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    schemaBlock(`Request, ${type}`, schema),
  );
  const success = Object.values(responses.find(([status]) => status === '200')?.[1].content ?? {}).map(
    ({ schema }) => schemaBlock('Answer', schema),
  );
  const failures = responses
    .filter(([status]) => status !== '200')
    .map(
      ([status, { description }]) => `<tr><td><code>${status}</code></td><td>${prose(description)}</td></tr>`,
    );
  return `<details><summary><span class="verb">${method.toUpperCase()}</span><span class="path">/api${escape(path)}</span>
<span class="soft">${escape(operation.summary)}</span></summary><div>
${operation.description ? `<p>${prose(operation.description)}</p>` : ''}
${rows.length ? `<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
${bodies.join('')}${success.join('')}
${failures.length ? `<table><thead><tr><th>Other answers</th><th>Meaning</th></tr></thead><tbody>${failures.join('')}</tbody></table>` : ''}
</div></details>`;
}

/** The API reference as a page for people; `__NONCE__` stands where its style element wants the answer's nonce. */
export function renderReference(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const sections = tags.map((tag) => {
    const blocks = operations
      .filter(({ operation }) => operation.tags[0] === tag)
      .map(({ path, method, operation }) => operationBlock(document, path, method, operation));
    return `<section aria-label="${escape(tag)}"><h2>${escape(tag.replaceAll('-', ' '))}</h2>${blocks.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><style nonce="__NONCE__">${style}</style></head><body><main><h1>${escape(document.info.title)}</h1>
<p>${prose(document.info.description)}</p><p>The same as data: <a href="/api/openapi.json">openapi.json</a></p>${sections.join('')}</main></body></html>`;
}
