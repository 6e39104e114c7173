import { useTranslation } from 'react-i18next';
import { audioExtensions } from '#contract/core/media-types';
import { useObjectUrl } from '#web/core/lib/use-object-url.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { FileField, type FileFieldProps } from '#web/ui/file-field.tsx';
import { ImageField } from '#web/ui/image-field.tsx';

// Browsers exclude formats from audio/* that they cannot play.
const acceptedAudio = ['audio/*', ...audioExtensions.map((extension) => `.${extension}`)].join();
const recommendedCoverPx = { width: 500, height: 750 };

interface FieldProps extends Pick<FileFieldProps, 'name' | 'file' | 'isRemoved' | 'onChange' | 'onRemove'> {
  /** Marks the field. The message is shown in the alert. */
  readonly error: string | undefined;
  readonly stored: string | null | undefined;
}

export function CoverField({ error, ...field }: FieldProps) {
  const { t } = useTranslation();
  return (
    <ImageField
      {...field}
      error={error !== undefined}
      label={t('books.cover')}
      description={t('books.coverHint', recommendedCoverPx)}
    />
  );
}

export function AudioField({ error, stored, ...field }: FieldProps) {
  const { t } = useTranslation();
  const { file, isRemoved } = field;
  const chosenUrl = useObjectUrl(file);
  const src = chosenUrl ?? (isRemoved ? undefined : stored);
  return (
    <FileField
      {...field}
      isStored={Boolean(stored)}
      error={error !== undefined}
      label={t('books.audio')}
      accept={acceptedAudio}
    >
      {src && <AudioPlayer src={src} label={chosenUrl ? (file?.name ?? '') : t('books.audioCurrent')} />}
    </FileField>
  );
}
