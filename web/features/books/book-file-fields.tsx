import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { ImageField } from '../../ui/image-field.tsx';

interface FieldProps {
  readonly file: File | undefined;
  readonly stored: string | null | undefined;
  readonly error: boolean;
  readonly onChange: (file: File | undefined) => void;
}

export function CoverField(props: FieldProps) {
  const { t } = useTranslation();
  return (
    <ImageField
      {...props}
      name="image"
      label={t('books.cover')}
      description={t('books.coverHint', limits.recommendedCoverPx)}
    />
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
