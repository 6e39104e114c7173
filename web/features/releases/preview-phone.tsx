import { Loader, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestedBlockTypes } from '#contract/mobile-configs/block-types';
import { type MobileHome, mobileHomeEndpoint } from '#contract/mobile-home/mobile-home';
import { readObject } from '#web/core/api/client.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { BlocksPhone } from '#web/features/mobile-configs/blocks-phone.tsx';
import type { PreviewView } from '#web/features/mobile-configs/use-viewed-preview.ts';
import classes from './releases.module.css';

/** The release or the time that the phone shows. Without both, it is hidden. */
interface PreviewMoment {
  readonly release?: number | undefined;
  readonly at?: string | undefined;
  /** A new number reads the preview again. */
  readonly revision?: number;
}

const readerOf = (
  { isMain, language, country }: PreviewView,
  { release, at }: PreviewMoment,
): Read<MobileHome> => {
  const service = isMain ? 'main' : 'backup';
  const query = { service, language, country, release, at, block_types: requestedBlockTypes.join(',') };
  return async (client, signal) =>
    readObject<MobileHome>(await client.call({ ...mobileHomeEndpoint, query, signal }));
};

/** Returns the service, the language and the country of a preview. */
export function usePreviewView(): PreviewView {
  const [isMain, setMain] = useState(true);
  const [language, setLanguage] = useState('');
  const [country, setCountry] = useState('');
  return useMemo(
    () => ({ isMain, language, country, setMain, setLanguage, setCountry }),
    [isMain, language, country],
  );
}

export interface PreviewPhoneProps extends PreviewMoment {
  readonly view: PreviewView;
  readonly caption: string;
}

/** The home screen of a release or a time. The server runs the code that serves apps. */
export function PreviewPhone({ view, release, at, revision = 0, caption }: PreviewPhoneProps) {
  const { t } = useTranslation();
  const read = useMemo(
    () => (release === undefined && at === undefined ? undefined : readerOf(view, { release, at, revision })),
    [view, release, at, revision],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('releases.previewFailed'),
  });
  const isMissing = apiError?.status === 404;
  return (
    <>
      {isReading && <Loader aria-label={t('ui.loading')} size="sm" />}
      {isMissing && <Text c="dimmed">{t('releases.previewNone')}</Text>}
      {apiError && !isMissing && <LoadAlert message={apiError.message} onRetry={retry} />}
      {value && (
        <figure className={classes['phone']}>
          <Text component="figcaption" ta="center" mb="sm">
            {caption}
          </Text>
          <BlocksPhone blocks={value.blocks} heading="h3" />
        </figure>
      )}
    </>
  );
}
