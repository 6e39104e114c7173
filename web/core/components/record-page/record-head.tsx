import { Title } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './record-page.module.css';

/** The head of the page of a record. */
export interface RecordSummary {
  readonly name: string;
  readonly code?: string | undefined;
  /** Undefined for kinds without images. */
  readonly image?:
    | {
        readonly src: string | null | undefined;
        readonly thumbnail: string | null | undefined;
        readonly width: number;
        readonly height: number;
      }
    | undefined;
  readonly status?: ReactNode;
}

export interface RecordHeadProps extends RecordSummary {
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
}

export function RecordHead({ name, code, image, status, titleRef }: RecordHeadProps) {
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const thumbnail = image?.thumbnail ?? image?.src;
  return (
    <div className={classes['head']}>
      {image && (
        <Thumbnail
          src={thumbnail}
          name={name}
          width={image.width}
          height={image.height}
          onOpen={() => setPreviewed({ src: image.src ?? thumbnail ?? '', name })}
        />
      )}
      <div className={classes['names']}>
        <Title order={1} ref={titleRef} tabIndex={-1}>
          <UserText>{name}</UserText>
        </Title>
        {(code !== undefined || status !== undefined) && (
          <div className={classes['second']}>
            {code !== undefined && <span data-code>{code}</span>}
            {status}
          </div>
        )}
      </div>
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
    </div>
  );
}
