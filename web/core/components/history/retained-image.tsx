import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditLogEndpoints } from '#contract/audit-log/audit-log';
import { useObjectUrl } from '#web/core/lib/use-object-url.ts';
import { type Read, useRemoteRead } from '../use-remote-read.ts';
import classes from './history.module.css';

const readerOf =
  (key: string): Read<Blob> =>
  async (client) =>
    (await client.download({ path: auditLogEndpoints.file.path.replace(':key', encodeURIComponent(key)) }))
      .content;

export interface RetainedImageProps {
  readonly fileKey: string;
  readonly alt: string;
  /** The text shown when the image cannot be read. */
  readonly deletedText: string;
}

/** A current or previous image of a record. It is read with the session, since unused images are not public. */
export function RetainedImage({ fileKey, alt, deletedText }: RetainedImageProps) {
  const { t } = useTranslation();
  const { value, apiError } = useRemoteRead(
    useMemo(() => readerOf(fileKey), [fileKey]),
    { attempted_action: t('history.imageFailed') },
  );
  const url = useObjectUrl(value);
  if (apiError) return deletedText;
  return url && <img className={classes['image']} src={url} alt={alt} />;
}
