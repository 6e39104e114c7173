import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockTarget, blockTypes } from '#contract/mobile-configs/block-types';
import type { HomeIssue, HomePreview } from '#contract/mobile-home/home-preview';
import type { HomeCard } from '#contract/mobile-home/mobile-home';
import type { ApiClient } from '#web/core/api/client.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import type { ConfigValues, FormBlock } from './config-blocks.ts';
import {
  type HomePreviewRequest,
  keyOfBlock,
  requestHomePreview,
  toPreviewRequest,
} from './request-home-preview.ts';

/** The pause in milliseconds after an edit before a preview is requested. */
const previewDelayMs = 400;

/** The content of a block that apps show, and the content that they do not show. */
export interface BlockPreview {
  readonly cards: readonly HomeCard[];
  readonly issues: readonly HomeIssue[];
}

export interface HomePreviewState {
  /** Returns the preview of a block; undefined until the server has sent it. */
  readonly ofBlock: (block: FormBlock) => BlockPreview | undefined;
  /** Returns the image that apps show for a record in the last response; undefined if it has no card. */
  readonly imageOf: (resource: BlockTarget, id: number) => string | null | undefined;
  /** The content that apps do not show. */
  readonly issues: readonly HomeIssue[];
  readonly hasFailed: boolean;
  /** Requests the preview again. */
  readonly refetch: () => void;
}

const noIssues: readonly HomeIssue[] = [];

const keyOfRecord = (resource: BlockTarget, id: number): string => `${resource} ${id}`;

/** The service, language and country of a request. Responses of another view are not shown. */
const viewOf = ({ is_main_service, language = '', country = '' }: HomePreviewView): string =>
  `${is_main_service} ${language} ${country}`;

function indexBlocks(request: HomePreviewRequest, { blocks, issues }: HomePreview) {
  const byBlock = new Map<string, BlockPreview>();
  const images = new Map<string, string | null>();
  for (const [index, { type, cards }] of blocks.entries()) {
    const ofBlock = issues.filter(({ block }) => block === index + 1);
    byBlock.set(JSON.stringify(request.config[index]), { cards, issues: ofBlock });
    for (const { id, thumbnail_url, image } of cards)
      images.set(keyOfRecord(blockTypes[type].shows, id), thumbnail_url ?? image);
  }
  return { view: viewOf(request), byBlock, images, issues };
}

type HomePreviewView = Pick<HomePreviewRequest, 'is_main_service' | 'language' | 'country'>;

/**
 * Requests a preview of the blocks of a form after each pause in editing, and at once for another service, language or country. Sends no
 * request while it is inactive.
 */
export function useHomePreview(
  { is_main_service, language = '', country = '', config }: HomePreviewView & Pick<ConfigValues, 'config'>,
  isActive = true,
): HomePreviewState {
  const { t } = useTranslation();
  const content = toPreviewRequest({ is_main_service, config }).config;
  const [requestedContent] = useDebouncedValue(JSON.stringify(content), previewDelayMs);
  const read = useMemo(() => {
    const request: HomePreviewRequest = {
      is_main_service,
      ...(language !== '' && { language }),
      ...(country !== '' && { country }),
      config: JSON.parse(requestedContent) as HomePreviewRequest['config'],
    };
    if (request.config.length === 0 || !isActive) return undefined;
    return async (client: ApiClient, signal: AbortSignal) =>
      indexBlocks(request, await requestHomePreview(client, request, signal));
  }, [is_main_service, language, country, requestedContent, isActive]);
  const { value, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('mobileConfigs.previewFailed'),
  });
  const last = useLastDefined(value);
  const latest = last?.view === viewOf({ is_main_service, language, country }) ? last : undefined;
  return {
    ofBlock: (block) => latest?.byBlock.get(keyOfBlock(block)),
    imageOf: (resource, id) => latest?.images.get(keyOfRecord(resource, id)),
    issues: latest?.issues ?? noIssues,
    hasFailed: apiError !== undefined,
    refetch: retry,
  };
}
