import { pathOf } from '#contract/core/define-resource';
import type { ResourceName } from '#contract/core/permissions';
import {
  type SpreadsheetImport,
  type SpreadsheetPreview,
  type StartedSpreadsheet,
  spreadsheetEndpoints,
} from '#contract/spreadsheets/spreadsheets';
import { type ApiClient, readObject } from './client.ts';

/** Encodes a file as Base64. */
async function inBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunkSize = 0x8000;
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += chunkSize)
    text += String.fromCharCode(...bytes.subarray(offset, offset + chunkSize));
  return btoa(text);
}

/** Returns the functions for the import of spreadsheets. */
export function createSpreadsheetApi(client: ApiClient) {
  return {
    async preview(kind: ResourceName, file: Blob, signal?: AbortSignal): Promise<SpreadsheetPreview> {
      const json = { kind, content: await inBase64(file) };
      return readObject(
        await client.call({ ...spreadsheetEndpoints.preview, json, isInRelease: true, signal }),
      );
    },
    async apply(id: number, except: readonly number[]): Promise<StartedSpreadsheet> {
      const { method } = spreadsheetEndpoints.apply;
      return readObject(
        await client.call({
          method,
          path: pathOf(spreadsheetEndpoints.apply, id),
          json: { except },
          isInRelease: true,
        }),
      );
    },
    /** @param isInRelease true if the spreadsheet was saved into the release in which the user works */
    async undo(id: number, isInRelease: boolean): Promise<StartedSpreadsheet> {
      const { method } = spreadsheetEndpoints.undo;
      return readObject(
        await client.call({ method, path: pathOf(spreadsheetEndpoints.undo, id), isInRelease }),
      );
    },
    async get(id: number): Promise<SpreadsheetImport> {
      const { method } = spreadsheetEndpoints.get;
      return readObject(await client.call({ method, path: pathOf(spreadsheetEndpoints.get, id) }));
    },
  };
}
