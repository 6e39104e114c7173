import { useEffect, useEffectEvent } from 'react';
import {
  hasOpenDialog,
  isInField,
  isInWidget,
  isSubmitKey,
  runScreenShortcut,
} from '#web/core/lib/screen-shortcuts.ts';

export interface KeyboardOptions {
  readonly openCommandMenu: () => void;
  /** Called when Ctrl or Cmd is pressed, since it may become the shortcut of the command menu. */
  readonly prefetchCommandMenu: () => void;
  readonly openKeyboardShortcuts: () => void;
  readonly toggleSidebar: () => void;
}

/**
 * Saves the form that contains the focus, otherwise the form in the topmost dialog.
 * @returns true if there is one
 */
function saveForm(target: EventTarget | null): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"] form');
  const form = (target instanceof Element && target.closest('form')) || [...dialogs].at(-1);
  if (!(form instanceof HTMLFormElement)) return false;
  const submit = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!submit || submit.disabled) return false;
  form.requestSubmit(submit);
  return true;
}

/** Handles the global shortcuts and those of the current screen. */
export function useKeyboard(options: KeyboardOptions): void {
  const openCommandMenu = useEffectEvent(options.openCommandMenu);
  const prefetchCommandMenu = useEffectEvent(options.prefetchCommandMenu);
  const toggleSidebar = useEffectEvent(options.toggleSidebar);
  const openKeyboardShortcuts = useEffectEvent(options.openKeyboardShortcuts);
  useEffect(() => {
    const commands = new Map([
      ['k', openCommandMenu],
      ['b', toggleSidebar],
    ]);
    const runShortcut = (event: KeyboardEvent): boolean => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isSubmitKey(event)) return saveForm(event.target);
      if (isCommand && !event.shiftKey && !event.altKey && !hasOpenDialog()) {
        const command = commands.get(event.key.toLowerCase());
        command?.();
        if (command) return true;
      }
      const isHandledElsewhere = isInField(event.target) || isInWidget(event.target) || hasOpenDialog();
      if (event.key === '?' && !isCommand && !isHandledElsewhere) {
        openKeyboardShortcuts();
        return true;
      }
      return runScreenShortcut(event);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === 'Control' || event.key === 'Meta') prefetchCommandMenu();
      if (runShortcut(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
