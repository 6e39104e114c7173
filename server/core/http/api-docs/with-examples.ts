import { type ExampleCall, exampleCalls } from './examples.ts';
import { methods, type OpenApiDocument } from './openapi.ts';
import type { Operation, PathItem } from './path-item.ts';
import type { MediaType } from './request-bodies.ts';
import type { SchemaReference, Response } from './responses.ts';
import { formFieldsOf } from './snippets.ts';

/** The responses of the examples by `operationId`. The tests write and compare them. */
export type ExampleResponses = Readonly<Record<string, unknown>>;

/** Returns the document with an example request and response for each operation. */
export function withExamples(document: OpenApiDocument, exampleResponses: ExampleResponses): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => {
    const describedMethods = methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, withExample(operation, exampleResponses[operation.operationId])]] : [];
    });
    return [path, { ...item, ...Object.fromEntries(describedMethods) }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function withExample(operation: Operation, exampleResponse: unknown): Operation {
  const example = exampleCalls.find(({ operationId }) => operationId === operation.operationId);
  if (!example) return operation;
  const values: Readonly<Record<string, unknown>> = { ...example.path, ...example.query, ...example.headers };
  const { parameters, requestBody, responses } = operation;
  const ok = responses['200'];
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((parameter) =>
        parameter.name in values ? { ...parameter, example: values[parameter.name] } : parameter,
      ),
    }),
    ...(requestBody &&
      example.bytes === undefined && {
        requestBody: { ...requestBody, content: bodies(requestBody.content, example) },
      }),
    ...(ok &&
      exampleResponse !== undefined && { responses: { ...responses, 200: addExample(ok, exampleResponse) } }),
  };
}

const bodies = (content: Readonly<Record<string, MediaType>>, example: ExampleCall) =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]): [string, MediaType] => [
      type,
      { ...media, example: type === 'application/json' ? example.body : formFieldsOf(example) },
    ]),
  );

function addExample(response: Response | SchemaReference, example: unknown): Response | SchemaReference {
  const media = 'content' in response ? response.content?.['application/json'] : undefined;
  return media ? { ...response, content: { 'application/json': { ...media, example } } } : response;
}
