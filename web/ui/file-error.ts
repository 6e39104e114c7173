import type { TFunction } from 'i18next';
import { formatBytes } from '#contract/core/format-bytes';
import { audioExtensions } from '#contract/core/media-types';

/** Returns true for audio extensions, since browsers do not know the media type of every audio format. */
const hasAudioName = (name: string): boolean =>
  audioExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** Returns the error of a chosen file; undefined if it is accepted. The server also checks the content. */
export function fileError(
  t: TFunction,
  {
    file,
    kind,
    maxBytes,
  }: { readonly file: File | undefined; readonly kind: 'image' | 'audio'; readonly maxBytes: number },
): string | undefined {
  if (!file) return undefined;
  const isOfKind = file.type.startsWith(`${kind}/`) || (kind === 'audio' && hasAudioName(file.name));
  if (!isOfKind) return t(kind === 'image' ? 'ui.wrongImage' : 'ui.wrongAudio');
  if (file.size <= maxBytes) return undefined;
  return t('ui.tooLarge', { name: file.name, size: formatBytes(file.size), limit: formatBytes(maxBytes) });
}
