import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capitalise } from '#contract/core/capitalise';
import { serverFolder } from '#server/core/server-module';
import { type OpenApiDocument, operationsOf } from '../openapi.ts';
import { callAddressOf } from '../snippets.ts';
import { callBlock } from './call.ts';
import { schemaBlock } from './fields.ts';
import { escape, headingsOf, inline, descriptionToHtml, slugOf } from './markup.ts';

const read = (file: string): string =>
  readFileSync(join(serverFolder, 'core/http/api-docs/page', file), 'utf8');

/** The style sheets of the page, in the order of the cascade. */
const styles = ['base', 'contents', 'text', 'calls', 'code', 'forms', 'widths'];
const readStyles = (): string => styles.map((name) => read(`styles/${name}.css`)).join('');

/** Reads the script of the page. The page is complete without it. */
export const readScript = (): string => read('reference.js');

const headingOf = (name: string): string => capitalise(name.replaceAll('-', ' '));

function contents(document: OpenApiDocument): string {
  const calls = operationsOf(document);
  const guide = headingsOf(document.info.description).map(
    (heading) => `<li><a href="#${slugOf(heading)}">${inline(heading)}</a></li>`,
  );
  const groups = document.tags.map(({ name }) => {
    const links = calls
      .filter(({ operation }) => operation.tags[0] === name)
      .map(
        ({ method, operation }) =>
          `<li data-find="${escape(`${method} ${operation.operationId} ${operation.summary}`.toLowerCase())}"><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${inline(operation.summary)}</a></li>`,
      );
    return `<li class="group"><a class="tag" href="#tag-${name}">${headingOf(name)}</a><ul>${links.join('')}</ul></li>`;
  });
  return `<nav aria-label="Contents"><details open><summary>Contents</summary>
<label class="find" hidden>Search endpoints <input type="search" autocomplete="off" spellcheck="false"></label><p class="none" role="status" hidden>No matching endpoints.</p>
<ul class="guide">${guide.join('')}</ul><ul class="calls">${groups.join('')}</ul><ul class="guide"><li><a href="#schemas">Schemas</a></li></ul></details></nav>`;
}

const session = `<section id="session" class="session" aria-labelledby="session-name" hidden><h2 id="session-name">Your session</h2>
<p data-session role="status"></p><label>Use another token <input type="password" autocomplete="off" spellcheck="false" data-token></label></section>
<fieldset class="languages" hidden><legend>Examples in</legend><label><input type="radio" name="language" value="curl" checked> curl</label><label><input type="radio" name="language" value="typescript"> TypeScript</label></fieldset>`;

/** Renders the API reference as HTML. `__NONCE__` marks the place for the nonce of the response. */
export function renderReference(document: OpenApiDocument): string {
  const calls = operationsOf(document).map(({ operation }) => callAddressOf(document, operation.operationId));
  const chapters = document.tags.map(({ name, description }) => {
    const blocks = calls
      .filter(({ operation }) => operation.tags[0] === name)
      .map((address) => callBlock(document, address));
    return `<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${headingOf(name)}</h2><p>${inline(description)}</p>${blocks.join('')}</section>`;
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) =>
    schemaBlock(name, schema),
  );
  const title = escape(document.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><style nonce="__NONCE__">${readStyles()}</style><script type="module" src="/api/docs/reference.js"></script></head>
<body><a class="skip" href="#content">Skip to the content</a>${contents(document)}<main id="content" tabindex="-1"><h1>${title}</h1><p class="soft">Version ${escape(document.info.version)}. The same as data: <a href="/api/openapi.json">openapi.json</a>.</p>
${session}${descriptionToHtml(document.info.description)}${chapters.join('')}<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2><p>The schemas of requests and responses, by name.</p>${schemas.join('')}</section></main></body></html>`;
}
