import { expect, type Page } from '@playwright/test';

/** A state of a screen: its first view, or a dialog, menu or response, with the steps that lead to it. */
export interface LayoutState {
  readonly name: string;
  /** From the screen with its rows, at a width that has everything; ends when all is there. */
  readonly open: (page: Page) => Promise<void>;
  /** Returns to the screen as it was before `open`. Without it, the screen is loaded again. */
  readonly close?: (page: Page) => Promise<void>;
}

export interface LayoutScreen {
  readonly path: string;
  readonly states: readonly LayoutState[];
  /** Waits for what it shows first, on screens that say no total. */
  readonly ready?: (page: Page) => Promise<void>;
}

export const main = (page: Page) => page.getByRole('main');
export const dialog = (page: Page) => page.getByRole('dialog').last();
export const press = async (page: Page, name: string | RegExp, which = 0) =>
  main(page).getByRole('button', { name }).nth(which).click();

const closeOverlay = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
};

export const asItIs: LayoutState = { name: 'the list', open: async () => {}, close: async () => {} };
export const opening = (name: string, button: string | RegExp, which = 0): LayoutState => ({
  name,
  open: async (page) => {
    await press(page, button, which);
    await dialog(page).waitFor();
  },
  close: closeOverlay,
});
export const openingMenu = (name: string, button: RegExp): LayoutState => ({
  name,
  open: async (page) => {
    await press(page, button);
    await page.getByRole('menu').waitFor();
  },
  close: closeOverlay,
});
export const add = (button: string): LayoutState => opening('the form of a new record', button);
export const edit = opening('the form of a stored record', /^Edit /);
export const preview = opening('the preview of a picture', /^Enlarge image of /);
