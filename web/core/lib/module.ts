import type { ComponentType } from 'react';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import type { Permission } from '#contract/core/permissions';
import type { HelpTopic } from '#web/core/i18n/en/help.ts';

/** The groups of entries in the sidebar, separated by lines. */
export const navigationGroups = ['home', 'catalogue', 'administration'] as const;

export interface NavigationEntry {
  readonly group: (typeof navigationGroups)[number];
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** The entry is hidden for users without this permission. */
  readonly permission?: Permission;
}

/** A slice of the store with its key. */
export interface StoreSlice {
  readonly stateKey: string;
  /** Set for slices of resources. */
  readonly declaration?: ResourceDeclaration;
  reducer(state: unknown, action: { type: string }): unknown;
}

export interface ModuleMessages {
  /** The name of the screen, for the heading, the document title and, without `entry`, the sidebar. */
  readonly heading: string;
  readonly entry?: string;
}

/** The texts of a module in the first load: its name, and texts that other screens show. The other texts are loaded later. */
export type FirstMessages<Messages extends ModuleMessages, Key extends keyof Messages = never> = Pick<
  Messages,
  'heading' | Key
>;

interface ModuleFields<Messages extends ModuleMessages> {
  /** The texts of the module, below its name in the catalogue: `t('books.heading')`. */
  readonly messages: Messages;
  readonly path?: string;
  /** Undefined if the sidebar does not list the module. */
  readonly navigation?: NavigationEntry;
  readonly slice?: StoreSlice;
}

interface ScreenFields {
  /** True if code and texts of the screen are in the first load. */
  readonly isInFirstLoad?: true;
  /** Loads the screen at the path. */
  readonly screen: () => Promise<ComponentType>;
  /** The help page of the screen. */
  readonly help: HelpTopic;
}
/** A module without its own screen. Its path redirects to the home page. */
interface NoScreenFields {
  readonly isInFirstLoad?: never;
  readonly screen?: never;
  readonly help?: never;
}

/** A module of the application, declared as data. Store, router, sidebar, text catalogue and help are built from it. */
export type Module<Messages extends ModuleMessages = ModuleMessages> = ModuleFields<Messages> &
  (ScreenFields | NoScreenFields);
