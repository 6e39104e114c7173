import { exampleCalls } from '../examples.ts';
import type { JsonSchema } from '../json-schema.ts';
import { type OpenApiDocument, responseOf } from '../openapi.ts';
import type { MediaType } from '../request-bodies.ts';
import type { Response } from '../responses.ts';
import { type CallAddress, toCurl, toTypeScript } from '../snippets.ts';
import { fieldList, fieldsOf, typeOf } from './fields.ts';
import { code, escape, inline, json, descriptionToHtml } from './markup.ts';

const encodings: Readonly<Record<string, string>> = {
  'application/json': 'Body as JSON',
  'multipart/form-data': 'Body as a form',
};

const resolve = ({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema =>
  schema.$ref ? (components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}) : schema;

function bodies(document: OpenApiDocument, content: Readonly<Record<string, MediaType>>): string {
  const blocks = Object.entries(content).map(([type, { schema }], index) => {
    const fields = fieldList(fieldsOf(resolve(document, schema)));
    return `<details class="body"${index === 0 ? ' open' : ''}><summary>${encodings[type] ?? escape(type)} <code>${escape(type)}</code></summary>${fields}</details>`;
  });
  return `<h4>Body</h4>${blocks.join('')}`;
}

/** The headers that the introduction describes for all responses. */
const commonHeaders = new Set(['x-request-id', 'content-encoding', 'vary']);

/** Returns a description of the response's `data`. */
function dataOf(document: OpenApiDocument, response: Response): string {
  const whole = response.content?.['application/json']?.schema;
  if (!whole) return '';
  const bodySchema = whole.anyOf?.[0] ?? whole;
  const data = resolve(document, bodySchema).properties?.['data'];
  if (!data || data.type === 'null') return '';
  const items = data.properties?.['items']?.items;
  return items
    ? ` <code>data.items</code>: list of ${typeOf(items)}.`
    : ` <code>data</code>: ${typeOf(data)}.`;
}

function responseRows(document: OpenApiDocument, { operation }: CallAddress): string {
  const rows = Object.entries(operation.responses).map(([status, named]) => {
    const response = responseOf(document, named);
    const headers = Object.keys(response.headers ?? {}).filter((name) => !commonHeaders.has(name));
    const also =
      headers.length > 0 ? ` Carries ${headers.map((name) => `<code>${name}</code>`).join(', ')}.` : '';
    return `<tr><td><span class="status s${status.charAt(0)}">${status}</span></td><td>${inline(response.description)}${dataOf(document, response)}${also}</td></tr>`;
  });
  return `<h4>Responses</h4><table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Returns the HTML of one operation: description, parameters, example and responses. */
export function callBlock(document: OpenApiDocument, address: CallAddress): string {
  const { method, path, base, operation } = address;
  const { operationId: id, parameters = [], requestBody } = operation;
  const call = exampleCalls.find(({ operationId }) => operationId === id);
  const example = responseOf(document, operation.responses['200'] ?? { description: '' }).content?.[
    'application/json'
  ]?.example;
  const fields = parameters.map(({ name, schema, description, required, in: where }) => ({
    name,
    schema,
    description,
    isRequired: required,
    location: where,
  }));
  return `<article class="call" id="${id}" aria-labelledby="${id}-name" data-call="${id}">
<h3 id="${id}-name"><a href="#${id}">${inline(operation.summary)}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(base + path)}</code></p>
<div class="columns"><div class="words">${operation.description ? descriptionToHtml(operation.description) : ''}${
    operation.security.length === 0 ? '<p>No authentication required.</p>' : ''
  }${fields.length > 0 ? `<h4>Parameters</h4>${fieldList(fields)}` : ''}${
    requestBody ? bodies(document, requestBody.content) : ''
  }${responseRows(document, address)}</div>
<div class="samples">${
    call
      ? `${code('curl', escape(toCurl(address, call)), 'curl')}${code('TypeScript', escape(toTypeScript(address, call)), 'typescript')}`
      : ''
  }${
    example === undefined ? '' : code('Response', json(example))
  }<details class="try" data-try="${id}" hidden><summary>Try it</summary></details></div></div></article>`;
}
