import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import classes from './image-preview.module.css';

export interface PreviewedImage {
  readonly src: string;
  readonly name: string;
}

export interface ImagePreviewProps {
  /** The dialog is closed while this is undefined. */
  readonly image: PreviewedImage | undefined;
  readonly onClose: () => void;
}

/** An image in the largest size that fits the window. */
export function ImagePreview({ image, onClose }: ImagePreviewProps) {
  const { t } = useTranslation();
  const currentImage = useLastDefined(image);
  useBackButton(image !== undefined, onClose);
  return (
    <Modal
      opened={image !== undefined}
      onClose={onClose}
      title={currentImage?.name ?? t('ui.imagePreview')}
      size="auto"
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {currentImage && <img className={classes['image']} src={currentImage.src} alt={currentImage.name} />}
    </Modal>
  );
}
