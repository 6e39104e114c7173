import { createContext, use, useSyncExternalStore } from 'react';
import type { BookContent } from './model/book-content.ts';
import type { ContentEditor } from './create-content-editor.ts';

export const ContentEditorContext = createContext<ContentEditor | undefined>(undefined);

export function useContentEditor(): ContentEditor {
  const contentEditor = use(ContentEditorContext);
  if (!contentEditor) throw new Error('StudioContext is missing above this component');
  return contentEditor;
}

/** The document as it is now, or a part of it that stays the same while nothing about it changes. */
export function useBookContent<Part>(select: (bookContent: BookContent) => Part): Part {
  const { history } = useContentEditor();
  return useSyncExternalStore(history.subscribe, () => select(history.getState().value));
}
