import { createElement, useCallback, useEffect, useState } from 'react';
import { createIdleCode, useOptionalCode } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';

const code = createIdleCode(async () => (await import('./tooltip-popup.tsx')).TooltipPopup);

/** The delay in milliseconds. Pointers that only cross a control show no tooltip. */
const delayMs = 300;

const selector = '[data-tooltip], [data-tooltip-when-cut]';

interface OpenTooltip {
  readonly target: HTMLElement;
  readonly label: string;
}

function targetOf({ target }: Event): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(selector)) || undefined;
}

/** Returns the text of the tooltip; empty if it would repeat text that is not truncated. */
function labelOf(target: HTMLElement): string {
  const { tooltip } = target.dataset;
  if (tooltip !== undefined) return tooltip;
  const isCut = target.scrollHeight > target.clientHeight + 1 || target.scrollWidth > target.clientWidth + 1;
  return isCut ? target.textContent : '';
}

/**
 * The only tooltip of the page. It shows the `data-tooltip` of the hovered or focused control. A list can have hundreds of such controls,
 * and a tooltip component for each would be slow. `data-tooltip-when-cut` shows the whole text if it is truncated. Tooltips repeat
 * accessible names, so they are hidden from screen readers.
 */
export function Tooltips() {
  const { shown, hide } = useShownTooltip();
  useRemovedTarget(shown?.target, hide);
  // It keeps its text and position while it fades out.
  const last = useLastDefined(shown);
  const TooltipPopup = useOptionalCode(code, shown !== undefined);
  return last && TooltipPopup && createElement(TooltipPopup, { ...last, isOpen: shown !== undefined });
}

function useShownTooltip() {
  const [openTooltip, setOpenTooltip] = useState<OpenTooltip>();
  const hide = useCallback(() => setOpenTooltip(undefined), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: HTMLElement | undefined;
    const close = () => {
      clearTimeout(timer);
      setOpenTooltip(undefined);
    };
    const scheduleTooltip = (target: HTMLElement | undefined, afterMs: number) => {
      close();
      current = target;
      const show = () => {
        const label = target?.isConnected ? labelOf(target) : '';
        if (target && label !== '') setOpenTooltip({ target, label });
      };
      if (target) timer = setTimeout(show, afterMs);
    };
    const onPointerOver = (event: PointerEvent) => {
      const target = targetOf(event);
      if (event.pointerType !== 'touch' && target !== current) scheduleTooltip(target, delayMs);
    };
    const onFocusIn = (event: FocusEvent) => {
      const target = targetOf(event);
      if (target && target !== current && target.matches(':focus-visible')) scheduleTooltip(target, 0);
    };
    const onFocusOut = (event: FocusEvent) => {
      if (targetOf(event) === current && !current?.matches(':hover')) scheduleTooltip(undefined, 0);
    };
    // After the control was used, the tooltip stays hidden until the next hover or focus.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' || key === 'Enter' || key === ' ') close();
    };
    const page = document.documentElement;
    const listenerSignal = new AbortController();
    const early = { signal: listenerSignal.signal, capture: true };
    page.addEventListener('pointerover', onPointerOver, early);
    page.addEventListener('pointerdown', close, early);
    page.addEventListener('keydown', onKeyDown, early);
    page.addEventListener('focusin', onFocusIn, early);
    page.addEventListener('focusout', onFocusOut, early);
    page.addEventListener('pointerleave', () => scheduleTooltip(undefined, 0), {
      signal: listenerSignal.signal,
    });
    return () => {
      clearTimeout(timer);
      listenerSignal.abort();
    };
  }, []);
  return { shown: openTooltip, hide };
}

/** Calls `onRemoved` after an element was removed from the page. There is no event for that. */
function useRemovedTarget(element: HTMLElement | undefined, onRemoved: () => void): void {
  useEffect(() => {
    if (!element) return undefined;
    const observer = new MutationObserver(() => {
      if (!element.isConnected) onRemoved();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element, onRemoved]);
}
