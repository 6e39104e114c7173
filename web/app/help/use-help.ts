import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type ModuleName, moduleList } from '../modules.ts';
import { findScreen } from '../screens.ts';

/** Returns the state of the help panel. The module is that of the current screen, or one chosen in the command menu. */
export function useHelp() {
  const { pathname } = useLocation();
  const current = findScreen(pathname)?.name ?? 'dashboard';
  const [chosen, setChosen] = useState<ModuleName | 'screen'>();
  const [opening, setOpening] = useState(0);
  const returnFocus = useRef<Element>(null);
  const name = chosen === 'screen' ? current : chosen;
  const open = (topic: ModuleName | 'screen') => {
    returnFocus.current = document.activeElement;
    setChosen(topic);
    setOpening((before) => before + 1);
  };
  const close = () => {
    setChosen(undefined);
    if (returnFocus.current instanceof HTMLElement) returnFocus.current.focus();
  };
  return {
    name,
    /** Incremented on each opening, so the panel receives the focus again. */
    opening,
    isOfScreen: name === current,
    open,
    close,
    toggle: () => (name === current ? close() : open('screen')),
  };
}

/** Modules with a help page, for the command menu. Of modules that share a page, only the first is included. */
export const helpModules: readonly ModuleName[] = moduleList
  .filter(
    ({ help }, index) => help !== undefined && moduleList.findIndex((other) => other.help === help) === index,
  )
  .map(({ name }) => name);
