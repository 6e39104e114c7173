import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './thumbnail.module.css';
import { useT } from './use-t.ts';

export interface ThumbnailProps {
  readonly src: string | null | undefined;
  /** The name of the record, for the accessible name of the button. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly onOpen: () => void;
}

const classNames = ['mantine-focus-auto', UnstyledButton.classes['root'], classes['button']].join(' ');

/** An image of fixed size that opens a preview, or a placeholder of the same size without an image. */
export function Thumbnail({ src, name, width, height, onOpen }: ThumbnailProps) {
  const t = useT();
  const style = { '--lectern-picture-width': width, '--lectern-picture-height': height } as CSSProperties;
  if (!src) {
    return (
      <span className={classes['empty']} style={style}>
        <VisuallyHidden>{t('ui.noImage')}</VisuallyHidden>
        <IconPhoto size={18} stroke={1.4} aria-hidden="true" />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classNames}
      aria-label={t('ui.preview', { name })}
      onClick={onOpen}
      style={style}
    >
      <img className={classes['image']} src={src} alt={name} width={width} height={height} loading="lazy" />
    </button>
  );
}
