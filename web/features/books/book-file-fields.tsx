import { Image } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { formatBytes } from '../../lib/file-size.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { FileField } from '../../ui/file-field.tsx';
import classes from './book-dialog.module.css';

/** What browsers do not always know as audio by its type. */
const AUDIO_NAMES = /\.(mp3|m4a|m4b|ogg|oga|opus|flac|wav)$/i;

/** Why a chosen file will not be taken; undefined when nothing speaks against it. The server looks at the content itself. */
export function fileFault(
  t: TFunction,
  file: File | undefined,
  kind: 'image' | 'audio',
  maxBytes: number,
): string | undefined {
  if (!file) return undefined;
  const isOfKind = file.type.startsWith(`${kind}/`) || (kind === 'audio' && AUDIO_NAMES.test(file.name));
  if (!isOfKind) return t(kind === 'image' ? 'ui.wrongImage' : 'ui.wrongAudio');
  if (file.size <= maxBytes) return undefined;
  return t('ui.tooLarge', { name: file.name, size: formatBytes(file.size), limit: formatBytes(maxBytes) });
}

interface FieldProps {
  readonly file: File | undefined;
  readonly stored: string | null | undefined;
  readonly error: boolean;
  readonly onChange: (file: File | undefined) => void;
}

export function CoverField({ file, stored, error, onChange }: FieldProps) {
  const { t } = useTranslation();
  const chosen = useObjectUrl(error ? undefined : file);
  const src = chosen ?? stored;
  return (
    <FileField
      label={t('books.cover')}
      description={t('books.coverHint', limits.recommendedCoverPx)}
      accept="image/*"
      name="image"
      error={error}
      file={file}
      onChange={onChange}
    >
      {src && (
        <Image
          className={classes['cover'] ?? ''}
          src={src}
          alt={t(chosen ? 'books.coverNew' : 'books.coverCurrent')}
          mah={limits.imagePreviewPx}
          maw={limits.imagePreviewPx}
          fit="contain"
        />
      )}
    </FileField>
  );
}

export function AudioField({ file, stored, error, onChange }: FieldProps) {
  const { t } = useTranslation();
  const chosen = useObjectUrl(file);
  const src = chosen ?? stored;
  return (
    <FileField
      label={t('books.audio')}
      accept="audio/*,.m4b,.opus"
      name="audio"
      error={error}
      file={file}
      onChange={onChange}
    >
      {src && <AudioPlayer src={src} label={chosen ? (file?.name ?? '') : t('books.audioCurrent')} />}
    </FileField>
  );
}
