import { knownErrors } from '#contract/core/errors';
import { fieldError } from '#server/core/errors';
import type { UploadedAudio } from './chapter-audio.ts';
import type { ChapterOrder } from './plan-types.ts';

const withoutExtension = (name: string): string => name.replace(/\.[^.]{1,5}$/, '').trim();

/**
 * Returns the chapters of a save that sets an upload as the audio of a chapter, or of a new one at the end.
 * @throws AppError 422 for an unknown chapter
 */
export function chaptersWithAudio(
  chapters: readonly { readonly id: number }[],
  {
    upload_id,
    upload,
    chapter_id,
    name,
  }: {
    readonly upload_id: string;
    readonly upload: UploadedAudio;
    readonly chapter_id?: number | undefined;
    readonly name?: string | undefined;
  },
): ChapterOrder[] {
  const orders = chapters.map(({ id }): ChapterOrder => (id === chapter_id ? { id, upload_id } : { id }));
  if (chapter_id !== undefined && !chapters.some(({ id }) => id === chapter_id))
    throw fieldError('chapter_id', knownErrors.notFound('chapter'));
  if (chapter_id !== undefined) return orders;
  const newName = name || withoutExtension(upload.fileName) || `Chapter ${chapters.length + 1}`;
  return [...orders, { upload_id, name: newName }];
}
