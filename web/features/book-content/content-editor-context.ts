import { createContext, use, useSyncExternalStore } from 'react';
import type { BookContent } from './model/book-content.ts';
import type { ContentEditor } from './create-content-editor.ts';

export const ContentEditorContext = createContext<ContentEditor | undefined>(undefined);

export function useContentEditor(): ContentEditor {
  const contentEditor = use(ContentEditorContext);
  if (!contentEditor) throw new Error('StudioContext is missing above this component');
  return contentEditor;
}

/** Returns the selected part of the current document. `select` must return the same object until it changes. */
export function useBookContent<Selected>(select: (bookContent: BookContent) => Selected): Selected {
  const { history } = useContentEditor();
  return useSyncExternalStore(history.subscribe, () => select(history.getState().value));
}
