import { expect, type Page } from '@playwright/test';

/** A state of a screen: its first view, or a dialog, menu or response, with the steps that open it. */
export interface LayoutState {
  readonly name: string;
  /** Opens the state from the loaded screen at desktop width. Resolves when all content is visible. */
  readonly open: (page: Page) => Promise<void>;
  /** Restores the screen to its state before `open`. Without it, the screen is loaded again. */
  readonly close?: (page: Page) => Promise<void>;
}

export interface LayoutScreen {
  readonly path: string;
  readonly states: readonly LayoutState[];
  /** Waits for the first content of screens without a total. */
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
export const openState = (name: string, button: string | RegExp, which = 0): LayoutState => ({
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
export const add = (button: string): LayoutState => openState('the form of a new record', button);
export const edit = openState('the form of a stored record', /^Edit /);
export const preview = openState('the preview of a picture', /^Enlarge image of /);
