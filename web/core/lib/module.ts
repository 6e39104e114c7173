import type { ComponentType } from 'react';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import type { Permission } from '#contract/core/permissions';
import type { HelpTopic } from '#web/core/i18n/en/help.ts';

/** The groups of entries in the sidebar; a thin line separates them. */
export const navigationGroups = ['home', 'catalogue', 'administration'] as const;

export interface NavigationEntry {
  readonly group: (typeof navigationGroups)[number];
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** Absent for those who lack it. */
  readonly permission?: Permission;
}

/** A part of the store, under a key of its own. */
export interface StoreSlice {
  readonly stateKey: string;
  /** Of a resource's slice. */
  readonly declaration?: ResourceDeclaration;
  reducer(state: unknown, action: { type: string }): unknown;
}

export interface ModuleMessages {
  /** The screen's name: its heading, the document's title, and its entry in the sidebar unless `entry` says otherwise. */
  readonly heading: string;
  readonly entry?: string;
}

interface ModuleParts<Messages extends ModuleMessages> {
  /** Its part of the catalogue, under the module's name in the list: `t('books.heading')`. */
  readonly messages: Messages;
  readonly path?: string;
  /** Absent for what the sidebar does not list. */
  readonly navigation?: NavigationEntry;
  readonly slice?: StoreSlice;
}

interface ScreenParts {
  /** Loads the screen at the path. */
  readonly screen: () => Promise<ComponentType>;
  /** The help page of the screen. */
  readonly help: HelpTopic;
}
/** A module without a screen of its own, whose path leads home. */
interface NoScreenParts {
  readonly screen?: never;
  readonly help?: never;
}

/** A part of the application, declared as data: the input of store, router, sidebar, catalogue and help. */
export type Module<Messages extends ModuleMessages = ModuleMessages> = ModuleParts<Messages> &
  (ScreenParts | NoScreenParts);
