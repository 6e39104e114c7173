import type { TFunction } from 'i18next';
import { formatBytes } from '#contract/format-bytes';

/** What browsers do not always know as audio by its type. */
const AUDIO_NAMES = /\.(mp3|m4a|m4b|ogg|oga|opus|flac|wav)$/i;

/** Why a chosen file will not be taken; undefined when nothing speaks against it. The server looks at the content itself. */
export function fileError(
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
