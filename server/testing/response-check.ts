import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type OpenApiDocument, operationsOf, responseOf } from '#server/core/http/api-docs/openapi';

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const pointer = (...keys: readonly string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Returns the operations with the patterns of their paths. Those without a variable part are first, as in the router. */
function addressesOf(document: OpenApiDocument) {
  return operationsOf(document)
    .map((call) => {
      const base = document.paths[call.path]?.servers ? '' : '/api';
      const pattern = new RegExp(`^${base}${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return { ...call, pattern, isVariable: call.path.includes('{') };
    })
    .toSorted((a, b) => Number(a.isVariable) - Number(b.isVariable));
}

/**
 * Creates a check of responses against the API reference. The status must be listed, its headers present and the body valid for its schema.
 * Responses of other paths are not checked.
 * @returns a function that throws the differences
 */
export function createResponseCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package is CommonJS, so the compiler types its default export as the module.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'reference');
  const addresses = addressesOf(document);
  const validators = new Map<string, ValidateFunction>();

  const validatorAt = (location: string): ValidateFunction => {
    const cachedValidator = validators.get(location);
    if (cachedValidator) return cachedValidator;
    const validator = ajv.compile({ $ref: `reference#${location}` });
    validators.set(location, validator);
    return validator;
  };

  return (verb: string, url: string, actual: Seen): void => {
    const [address = ''] = url.split('?', 1);
    const method = verb.toLowerCase();
    const call = addresses.find((item) => item.method === method && item.pattern.test(address));
    if (!call) return;
    const { operation, path } = call;
    const fail = (what: string) => {
      throw new Error(`The reference does not fit ${verb} ${url}: ${what}`);
    };
    const status = String(actual.status);
    const declaredResponse = operation.responses[status];
    if (!declaredResponse) return fail(`it describes no response ${status}.`);
    const response = responseOf(document, declaredResponse);
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const key = '$ref' in header ? header.$ref.slice(header.$ref.lastIndexOf('/') + 1) : undefined;
      const component = key === undefined ? header : document.components.headers[key];
      const isRequired = component && 'required' in component && component.required === true;
      if (isRequired && actual.headers[name] === undefined) fail(`the response ${status} has no ${name}.`);
    }
    if (!response.content?.['application/json'] || method === 'head') return;
    const location =
      '$ref' in declaredResponse
        ? `${declaredResponse.$ref.slice(1)}/content/application~1json/schema`
        : pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema');
    const validate = validatorAt(location);
    if (!validate(actual.body)) fail(`${ajv.errorsText(validate.errors)} in ${JSON.stringify(actual.body)}`);
  };
}
