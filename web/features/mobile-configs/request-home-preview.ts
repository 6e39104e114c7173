import { isRecord } from '#contract/core/envelope';
import { type HomePreview, homePreviewEndpoint } from '#contract/mobile-home/home-preview';
import { ApiError } from '#web/core/api/api-error.ts';
import { type ApiClient, type ApiRequest, readData } from '#web/core/api/client.ts';
import { type ConfigValues, type FormBlock, toPayload } from './config-blocks.ts';

/** The content of a home screen that affects the preview: everything except the titles. */
export interface HomePreviewRequest {
  readonly is_main_service: boolean;
  /** The short code of a language. Absent for all languages. */
  readonly language?: string;
  /** The code of a country. Absent for all countries. */
  readonly country?: string;
  readonly config: readonly object[];
}

type Content = Pick<ConfigValues, 'is_main_service' | 'config'>;

export function toPreviewRequest({ is_main_service, config }: Content): HomePreviewRequest {
  const blocks = toPayload({ title: '', is_main_service, config }).config;
  return { is_main_service, config: blocks.map(({ type, data }) => ({ type, data })) };
}

/** Returns a key that identifies a block in the response. */
export const keyOfBlock = (block: FormBlock): string =>
  JSON.stringify(toPreviewRequest({ is_main_service: false, config: [block] }).config[0]);

export const emptyPreview: HomePreview = { blocks: [], issues: [] };

/** Sends a request once more if its connection was closed. Browsers do not repeat a POST, but this one changes nothing. */
async function callTwice(client: ApiClient, request: ApiRequest): Promise<unknown> {
  try {
    return await client.call(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'network') throw error;
    return client.call(request);
  }
}

/**
 * Returns the content that apps show of a home screen; an empty preview if the server has no previews.
 * @throws ApiError
 */
export async function requestHomePreview(
  client: ApiClient,
  request: HomePreviewRequest,
  signal?: AbortSignal,
): Promise<HomePreview> {
  try {
    const data = readData(
      await callTwice(client, { ...homePreviewEndpoint, json: request, isInRelease: true, signal }),
    );
    if (!isRecord(data) || !Array.isArray(data['blocks']) || !Array.isArray(data['issues']))
      throw new ApiError({ kind: 'http', status: 200 });
    return data as HomePreview;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return emptyPreview;
    throw error;
  }
}
