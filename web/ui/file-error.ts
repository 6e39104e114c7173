import type { TFunction } from 'i18next';
import { formatBytes } from '#contract/core/format-bytes';
import { audioExtensions } from '#contract/core/media-types';

/** Browsers do not know every kind of audio by its type. */
const hasAudioName = (name: string): boolean =>
  audioExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** Why a chosen file will not be taken; undefined when nothing speaks against it. The server looks at the content itself. */
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
