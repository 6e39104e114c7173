import type { Page } from '@playwright/test';

export interface LayoutRules {
  /** The minimum height of controls in px, and their minimum width except for text fields. */
  readonly targetPx: number;
}

/** Returns the rules for a width. Windows up to the width of a tablet are used by touch. */
export function rulesAt(width: number): LayoutRules {
  return { targetPx: width < 992 ? 44 : 24 };
}

/**
 * Returns the layout problems of the current page, one line each. An open dialog or menu is checked instead of the page below it.
 */
export async function layoutProblems(page: Page, rules: LayoutRules): Promise<string[]> {
  return page.evaluate(findProblems, rules);
}

/** Runs in the page, so it must contain everything it needs. One call per check, because calls wait for the browser. */
async function findProblems({ targetPx }: LayoutRules): Promise<string[]> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Spinners run as long as something is in progress, so the check does not wait for them.
  const isMoving = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  // Layouts that depend on a measured width are rendered one frame later. Charts measure twice.
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
  while (document.getAnimations().some(isMoving)) await nextFrame();

  const slack = 1.5;
  /** The maximum length of a word that must not break. */
  const longestWord = 24;
  const problems = new Set<string>();
  // A closed menu or list may still be in the document.
  const overlays = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=menu], [role=listbox]')];
  const root = overlays.findLast((overlay) => overlay.checkVisibility()) ?? document.body;
  const scrolledElements: [Element, number][] = [];

  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? element.textContent;
    return `<${element.tagName.toLowerCase()}> “${label.trim().slice(0, 40)}”`;
  };
  // Hundreds of text nodes share their ancestors, and styles do not change during the check.
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const hiddenByElement = new Map<Element, boolean>();
  /** Returns true if a clip or a size of 1 px shows the element only to screen readers. */
  const isClipped = (element: Element): boolean => {
    const isHidden = hiddenByElement.get(element);
    if (isHidden !== undefined) return isHidden;
    const { clipPath, clip, width, height } = styleOf(element);
    const isSo =
      clipPath !== 'none' ||
      clip !== 'auto' ||
      width === '1px' ||
      height === '1px' ||
      (element.parentElement !== null && isClipped(element.parentElement));
    hiddenByElement.set(element, isSo);
    return isSo;
  };
  // Content that is skipped outside the window stays skipped. To render it would take longer than all other checks.
  const visibility = { checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true };
  const isShown = (element: Element): boolean => element.checkVisibility(visibility) && !isClipped(element);

  /** Reports clipped text, unless the user can read it outside its box. */
  const checkText = (node: Text, parent: Element): void => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    for (
      let ancestor: Element | null = parent;
      ancestor && ancestor !== document.documentElement;
      ancestor = ancestor.parentElement
    ) {
      const style = styleOf(ancestor);
      const frame = ancestor.getBoundingClientRect();
      const isOut = box.left < frame.left - slack || box.right > frame.right + slack;
      if (/auto|scroll/.test(style.overflowX)) {
        // The user can scroll to content beyond an edge, so outer boxes do not matter.
        if (isOut) return;
      } else if (style.overflowX !== 'visible') {
        // An ellipsis shortens text, but not boxes side by side.
        const hasEllipsis = style.textOverflow === 'ellipsis' && !/flex|grid/.test(style.display);
        const isShortened = hasEllipsis || style.webkitLineClamp !== 'none';
        if (isOut && !isShortened) problems.add(`cut: ${nameOf(ancestor)}`);
        if (isShortened) return;
      } else if (
        isOut &&
        root.contains(ancestor) &&
        /^(TD|TH|BUTTON|LABEL|LI|HEADER|FOOTER|MAIN|NAV|SECTION)$/.test(ancestor.tagName)
      ) {
        problems.add(`outside its frame: “${node.data.trim().slice(0, 40)}” of ${nameOf(ancestor)}`);
      }
      if (style.position === 'fixed') return;
    }
  };

  const checkWords = (node: Text): void => {
    const range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)) {
      if (word.length > longestWord || word.length < 2) continue;
      if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (first && others.some(({ top }) => Math.abs(top - first.top) > first.height / 2))
        problems.add(`broken word: “${word}”`);
    }
  };

  /** Returns a sample of similar entries. */
  const some = <Each>(all: readonly Each[], most: number): Each[] => {
    const step = Math.ceil(all.length / most);
    return all.filter((_, index) => index % step === 0);
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) nodes.push(node);
  for (const node of some(nodes, 900)) {
    const parent = node.parentElement;
    if (!parent || !(node instanceof Text) || node.data.trim() === '') continue;
    if (parent.closest('script, style, option, textarea, noscript') || !isShown(parent)) continue;
    checkText(node, parent);
    checkWords(node);
  }

  /** Returns the clickable area of a control: its own box and the box of its label. */
  const boxOf = (control: Element): DOMRect => {
    const own = control.getBoundingClientRect();
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const outer = labels.filter(() => control.matches('[type=checkbox], [type=radio]'));
    const all = [own, ...outer.map((label) => label.getBoundingClientRect())];
    const leftEdge = Math.min(...all.map((box) => box.left));
    const top = Math.min(...all.map((box) => box.top));
    return new DOMRect(
      leftEdge,
      top,
      Math.max(...all.map((box) => box.right)) - leftEdge,
      Math.max(...all.map((box) => box.bottom)) - top,
    );
  };
  const pressedSelector =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role^=menuitem], [role=option], audio';
  const controls = some([...root.querySelectorAll<HTMLElement>(pressedSelector)], 150);
  /** Returns true if a control is enabled and visible to pointer users. Only the keyboard shows the skip link, so it is excluded. */
  const isOperated = (control: Element): boolean =>
    isShown(control) && !control.matches(':disabled, [inert] *, [aria-hidden=true], [href="#main"]');
  for (const control of controls) {
    if (!isOperated(control)) continue;
    const box = boxOf(control);
    // A link in a sentence has the height of its line.
    const isInSentence =
      styleOf(control).display === 'inline' && control.tagName === 'A' && control.closest('p');
    const needsWidth = !control.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    if (
      !isInSentence &&
      (box.height < targetPx - 0.5 || (needsWidth && box.width < Math.min(targetPx, 44) - 0.5))
    )
      problems.add(`small: ${nameOf(control)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  for (const control of controls) {
    if (!isOperated(control)) continue;
    for (let ancestor = control.parentElement; ancestor; ancestor = ancestor.parentElement) {
      if (ancestor.scrollHeight > ancestor.clientHeight || ancestor.scrollWidth > ancestor.clientWidth)
        scrolledElements.push([ancestor, ancestor.scrollTop]);
    }
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) {
      problems.add(`out of sight: ${nameOf(control)}`);
      continue;
    }
    const topElement = document.elementFromPoint(x, y);
    const isMet =
      topElement !== null &&
      (control.contains(topElement) ||
        topElement.contains(control) ||
        topElement.closest('label')?.control === control);
    if (!isMet) problems.add(`covered: ${nameOf(control)} by ${topElement ? nameOf(topElement) : 'nothing'}`);
  }
  for (const [element, top] of scrolledElements.toReversed()) element.scrollTop = top;
  scrollTo(0, 0);

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) problems.add(`the page scrolls sideways: ${scrollWidth} of ${innerWidth}`);
  // Further problems are usually of the same type.
  return [...problems].slice(0, 10);
}
