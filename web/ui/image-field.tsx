import '@mantine/core/styles/Image.layer.css';
import { Image } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useObjectUrl } from '#web/core/lib/use-object-url.ts';
import { FileField, type FileFieldProps } from './file-field.tsx';
import classes from './file-field.module.css';

const previewPx = 200;

export interface ImageFieldProps extends Omit<FileFieldProps, 'accept' | 'isStored' | 'children'> {
  /** The address of the current image, if there is one. */
  readonly stored: string | null | undefined;
}

/** A file field for images with a preview of the chosen or the current image. A rejected file has no preview. */
export function ImageField({ stored, ...field }: ImageFieldProps) {
  const { t } = useTranslation();
  const chosenUrl = useObjectUrl(field.error ? undefined : field.file);
  const src = chosenUrl ?? (field.isRemoved ? undefined : stored);
  return (
    <FileField {...field} accept="image/*" isStored={Boolean(stored)}>
      {src && (
        <Image
          className={classes['image'] ?? ''}
          src={src}
          alt={t(chosenUrl ? 'ui.chosenImage' : 'ui.currentImage')}
          mah={previewPx}
          maw={previewPx}
          fit="contain"
        />
      )}
    </FileField>
  );
}
