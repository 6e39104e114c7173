import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { journalEndpoints } from '#contract/journal';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { type Read, useRemoteRead } from '../use-remote-read.ts';
import classes from './history.module.css';

const readerOf =
  (key: string): Read<Blob> =>
  async (client) =>
    (await client.download({ path: journalEndpoints.file.path.replace(':key', encodeURIComponent(key)) }))
      .content;

export interface KeptPictureProps {
  readonly fileKey: string;
  readonly alt: string;
  /** What is shown in its place when it cannot be read. */
  readonly gone: string;
}

/** A picture that a record has or had. It is read with the session, since nothing shows it in public once no record has it. */
export function KeptPicture({ fileKey, alt, gone }: KeptPictureProps) {
  const { t } = useTranslation();
  const { value, failure } = useRemoteRead(
    useMemo(() => readerOf(fileKey), [fileKey]),
    { tried: t('history.pictureFailed') },
  );
  const url = useObjectUrl(value);
  if (failure) return gone;
  return url && <img className={classes['picture']} src={url} alt={alt} />;
}
