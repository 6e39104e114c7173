import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type ModuleName, moduleList } from '../modules.ts';
import { findScreen } from '../screens.ts';

/** The module whose help page is open: that of the screen that is shown, or a chosen one. */
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
    /** Another number each time it is opened, which takes the focus. */
    opening,
    isOfScreen: name === current,
    open,
    close,
    toggle: () => (name === current ? close() : open('screen')),
  };
}

/** Modules with a help page, for the command menu: the first of those that share one. */
export const helpModules: readonly ModuleName[] = moduleList
  .filter(
    ({ help }, index) => help !== undefined && moduleList.findIndex((other) => other.help === help) === index,
  )
  .map(({ name }) => name);
