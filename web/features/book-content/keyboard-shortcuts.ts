import { useEffect, useEffectEvent } from 'react';
import type { ContentEditor } from './create-content-editor.ts';
import { stepOfKey } from './waveform/key-steps.ts';
import { fitView, zoomView } from './waveform/viewport.ts';

/** The listed shortcuts: the key of the description, and the keys. */
export const keyList = [
  ['playPause', 'Space'],
  ['movePlayhead', '← →'],
  ['silences', '[ ]'],
  ['split', 'S'],
  ['merge', 'M'],
  ['rename', 'Enter'],
  ['order', 'Alt+↑ ↓'],
  ['chapters', '↑ ↓'],
  ['playAround', ', .'],
  ['zoom', '+ −'],
  ['fit', 'F'],
  ['review', 'J K'],
  ['tap', 'T'],
  ['save', 'Ctrl+S'],
  ['undo', 'Ctrl+Z'],
  ['redo', 'Ctrl+Shift+Z'],
  ['help', '?'],
] as const;

/** Returns true if keys type text in this element. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches('input, textarea, select, [contenteditable="true"]') ||
    target.closest('[role="dialog"]') !== null
  );
}

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('button, a, [role="button"], [role="slider"], [role="menuitem"]');

export interface KeyActions {
  readonly onSave: () => void;
  readonly onHelp: () => void;
}

function rename(contentEditor: ContentEditor): void {
  const key = contentEditor.chosen.get();
  const field = document.querySelector<HTMLInputElement>(`[data-chapter-name="${CSS.escape(key ?? '')}"]`);
  field?.focus();
  field?.select();
}

function chooseBeside(contentEditor: ContentEditor, step: 1 | -1): void {
  const { chapters } = contentEditor.current();
  const index = chapters.findIndex(({ key }) => key === contentEditor.chosen.get());
  const next = chapters[Math.min(Math.max(index + step, 0), chapters.length - 1)];
  if (next) contentEditor.goToChapter(next.key);
}

function goToSilence(contentEditor: ContentEditor, direction: 1 | -1): void {
  const to = contentEditor.silenceBeside(contentEditor.player.time.get(), direction);
  if (to !== undefined) contentEditor.seek(to);
}

function playMark(contentEditor: ContentEditor, side: 'before' | 'after'): void {
  const key = contentEditor.chosen.get();
  const position = key === undefined ? undefined : contentEditor.positionOf(key);
  if (position) contentEditor.play(position.start, side);
}

/** Returns the action of a key outside of fields; undefined if it has none. */
function actionOf(event: KeyboardEvent, contentEditor: ContentEditor): (() => void) | undefined {
  const key = contentEditor.chosen.get();
  const withChosen = (act: (chapter: string) => void) => (key === undefined ? undefined : () => act(key));
  const zoom = (factor: number) => () =>
    contentEditor.view.set((view) => zoomView(view, factor, view.width / 2));
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    const step = event.key === 'ArrowUp' ? -1 : 1;
    return withChosen((chapter) => contentEditor.move(chapter, contentEditor.numberOf(chapter) - 1 + step));
  }
  switch (event.key) {
    case ' ':
      return () => contentEditor.player.toggle();
    case 'ArrowUp':
      return () => chooseBeside(contentEditor, -1);
    case 'ArrowDown':
      return () => chooseBeside(contentEditor, 1);
    case '[':
      return () => goToSilence(contentEditor, -1);
    case ']':
      return () => goToSilence(contentEditor, 1);
    case 's':
      return contentEditor.split;
    case 'm':
      return withChosen(contentEditor.merge);
    case 'Enter':
      return () => rename(contentEditor);
    case ',':
      return () => playMark(contentEditor, 'before');
    case '.':
      return () => playMark(contentEditor, 'after');
    case '+':
    case '=':
      return zoom(1 / 1.6);
    case '-':
    case '−':
      return zoom(1.6);
    case 'f':
      return () => contentEditor.view.set(({ total, width }) => fitView(total, width));
    case 'j':
      return () => contentEditor.goToLowConfidence(1);
    case 'k':
      return () => contentEditor.goToLowConfidence(-1);
    default: {
      const step = stepOfKey(event);
      return step === undefined
        ? undefined
        : () => contentEditor.seek(contentEditor.player.time.get() + step);
    }
  }
}

/** Handles the keyboard shortcuts of the content editor. In fields, only save and undo apply. */
export function useContentEditorShortcuts(
  contentEditor: ContentEditor,
  { onSave, onHelp }: KeyActions,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const character = event.key.toLowerCase();
    if (isCommand && character === 's') {
      event.preventDefault();
      onSave();
      return;
    }
    // Undo applies to the document, also in fields whose text is part of it.
    if (
      isCommand &&
      (character === 'z' || character === 'y') &&
      (!isTyping(event.target) || isEditingText(event.target))
    ) {
      event.preventDefault();
      if (character === 'y' || event.shiftKey) contentEditor.history.redo();
      else contentEditor.history.undo();
      return;
    }
    if (isCommand || isTyping(event.target)) return;
    if (event.key === '?') {
      event.preventDefault();
      onHelp();
      return;
    }
    const isOfButton = event.key === ' ' || event.key === 'Enter' || event.key.startsWith('Arrow');
    if (isOfButton && !event.altKey && isPressed(event.target)) return;
    const act = actionOf(event, contentEditor);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

const isEditingText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[data-paragraph], [data-chapter-name]');
