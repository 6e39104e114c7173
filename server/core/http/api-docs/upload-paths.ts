import { tusVersion } from '#contract/uploads/uploads';
import { refTo, type JsonSchema } from './json-schema.ts';
import type { PathItem } from './path-item.ts';
import { type Parameter, uploadInPath } from './parameters.ts';
import { header, knownErrors, requestId, type Response } from './responses.ts';

/* The operations of the tus upload protocol, which use headers. */

const headerParameter = (
  name: string,
  {
    description,
    schema,
    required = true,
  }: { readonly description: string; readonly schema: JsonSchema; readonly required?: boolean | undefined },
): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const bytes: JsonSchema = { type: 'integer', minimum: 0 };
const version = headerParameter('Tus-Resumable', {
  description: 'The version of the tus protocol.',
  schema: { const: tusVersion },
});
const length = headerParameter('Upload-Length', {
  description: 'The size of the whole file in bytes.',
  schema: bytes,
});
const offset = headerParameter('Upload-Offset', {
  description: 'The position of these bytes: the `Upload-Offset` of the last response.',
  schema: bytes,
});
const metadata = headerParameter('Upload-Metadata', {
  description:
    'Pairs of a name and a Base64 text, separated by commas. `filename` is the name of the file. `import_id` is the import that it belongs to.',
  schema: { type: 'string' },
  required: false,
});

const headers = {
  ...requestId,
  'tus-resumable': { description: 'The version of the tus protocol.', schema: { const: tusVersion } },
};
const receivedHeader = {
  'upload-offset': { description: 'The number of bytes that the server has stored.', schema: bytes },
  'upload-expires': {
    description: 'The time when an unfinished upload expires. Absent when all bytes are received.',
    schema: { type: 'string' },
  },
};
const common = { tags: ['uploads'], security: [{ session: [] }] };
const needs = 'Needs the permission `books:edit`.';

const createdResponse: Response = {
  description: 'The upload was created.',
  headers: {
    ...headers,
    ...receivedHeader,
    location: { description: 'The address of the upload. Send the bytes to it.', schema: { type: 'string' } },
    'content-encoding': header('ContentEncoding'),
    vary: header('Vary'),
  },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: true },
          message: refTo('Message'),
          data: refTo('Upload'),
        },
        required: ['success', 'message', 'data'],
      },
    },
  },
};

export const uploadPaths: Readonly<Record<string, PathItem>> = {
  '/uploads': {
    post: {
      ...common,
      operationId: 'createUpload',
      summary: 'Create a resumable upload',
      description: `The protocol is [tus 1.0.0](https://tus.io/protocols/resumable-upload) with the extensions creation, expiration and termination. Every tus client works. Send the bytes with \`PATCH\`, in parts of some megabytes. Fails with 413 if the file or all uploads of the account are too large. \`OPTIONS\` returns the versions, the extensions and the size limit.\n\n${needs}`,
      parameters: [version, length, metadata],
      responses: {
        201: createdResponse,
        ...knownErrors('400', '401', '403', '412', '413', '429', '500', '503', '507'),
      },
    },
  },
  '/uploads/{upload}': {
    head: {
      ...common,
      operationId: 'getUploadOffset',
      summary: 'Get the offset of an upload',
      description: `Ends an earlier request that is still open. The bytes that it sent are stored.\n\n${needs}`,
      parameters: [uploadInPath, version],
      responses: {
        200: {
          description: 'Continue from `Upload-Offset`.',
          headers: {
            ...headers,
            ...receivedHeader,
            'upload-length': { description: 'The size of the whole file in bytes.', schema: bytes },
            'upload-metadata': { description: 'The metadata of the upload.', schema: { type: 'string' } },
          },
        },
        ...Object.fromEntries(
          [
            ['400', 'The request is not HTTP that can be read.'],
            ['401', 'The token is missing or has expired.'],
            ['403', 'You don’t have the permission for this request.'],
            ['404', 'The upload doesn’t exist or belongs to another user.'],
            ['410', 'The upload was not continued in time.'],
            ['412', 'The protocol version is not supported. Send `Tus-Resumable: 1.0.0`.'],
            ['423', 'Another request is still writing it.'],
            ['500', 'An error of the server. The server log has it with the ID of the request.'],
            ['503', 'The database is not responding.'],
          ].map(([status, description = '']) => [status, { description, headers: requestId }]),
        ),
      },
    },
    patch: {
      ...common,
      operationId: 'sendUpload',
      summary: 'Send bytes to an upload',
      description: `If the connection fails, the received bytes are stored. Use \`HEAD\` to get the offset. A wrong offset fails with 409. After the last byte, the server assembles the file; \`GET\` returns \`ready\` when it is complete. \`POST\` with \`X-HTTP-Method-Override: PATCH\` does the same.\n\n${needs}`,
      parameters: [uploadInPath, version, offset],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        204: {
          description: 'The bytes are stored, up to `Upload-Offset`.',
          headers: { ...headers, ...receivedHeader },
        },
        ...knownErrors(
          '400',
          '401',
          '403',
          '404',
          '408',
          '409',
          '410',
          '412',
          '413',
          '415',
          '422',
          '423',
          '500',
          '503',
          '507',
        ),
      },
    },
    delete: {
      ...common,
      operationId: 'deleteUpload',
      summary: 'Delete an upload',
      description: `Deletes the upload and its bytes.\n\n${needs}`,
      parameters: [uploadInPath, version],
      responses: {
        204: { description: 'The upload was deleted.', headers },
        ...knownErrors('400', '401', '403', '404', '410', '412', '423', '500', '503', '507'),
      },
    },
  },
};
