import { pathOf } from '#contract/define-resource';
import { isRecord } from '#contract/envelope';
import type { ResourceName } from '#contract/permissions';
import { type SheetImport, type SheetPlan, type StartedSheet, sheetEndpoints } from '#contract/spreadsheets';
import { ApiError } from './api-error.ts';
import { type ApiClient, readData } from './client.ts';

const wholeOf = <Value>(answer: unknown): Value => {
  const data = readData(answer);
  if (!isRecord(data)) throw new ApiError({ kind: 'http', status: 200 });
  return data as Value;
};

/** The bytes of a file as the wire takes them. */
async function inBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const part = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  return btoa(text);
}

/** The calls about spreadsheets that come in. */
export function createSheetApi(client: ApiClient) {
  return {
    async plan(kind: ResourceName, file: Blob, signal?: AbortSignal): Promise<SheetPlan> {
      const json = { kind, content: await inBase64(file) };
      return wholeOf(await client.call({ ...sheetEndpoints.plan, json, signal }));
    },
    async apply(id: number, except: readonly number[]): Promise<StartedSheet> {
      const { method } = sheetEndpoints.apply;
      return wholeOf(await client.call({ method, path: pathOf(sheetEndpoints.apply, id), json: { except } }));
    },
    async undo(id: number): Promise<StartedSheet> {
      const { method } = sheetEndpoints.undo;
      return wholeOf(await client.call({ method, path: pathOf(sheetEndpoints.undo, id) }));
    },
    async get(id: number): Promise<SheetImport> {
      const { method } = sheetEndpoints.get;
      return wholeOf(await client.call({ method, path: pathOf(sheetEndpoints.get, id) }));
    },
  };
}
