import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { contentPositionIn } from '#web/core/lib/content-editor-path.ts';
import { useContentEditor } from './content-editor-context.ts';

/** Selects the place in the address when the content editor opens. @returns true if the address has one */
export function useOpenedPosition(): boolean {
  const contentEditor = useContentEditor();
  const [query] = useSearchParams();
  const [position] = useState(() => contentPositionIn(query));
  useEffect(() => {
    if (!position) return;
    const chapter = contentEditor.current().chapters.find(({ id }) => id === position.chapterId);
    if (!chapter) {
      contentEditor.showMessage(contentEditor.t('contentEditor.chapterRemoved'));
      return;
    }
    contentEditor.choose(chapter.key);
    const paragraph = chapter.paragraphs.find(({ id }) => id === position.textItemId);
    if (paragraph && position.sentence !== null)
      contentEditor.sentence.set({
        chapter: chapter.key,
        paragraph: paragraph.key,
        index: position.sentence,
      });
    const time =
      chapter.audio && contentEditor.toLine(chapter.audio.file, chapter.audio.start + position.seconds);
    if (time !== undefined) contentEditor.seek(time);
  }, [contentEditor, position]);
  return position !== undefined;
}
