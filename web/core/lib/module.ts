import type { ComponentType } from 'react';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import type { Permission } from '#contract/core/permissions';

/** Which block of the sidebar an entry stands in; a fine line parts the blocks. */
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

/** A part of the application, declared as data: what store, router, sidebar and catalogue of words need to know of it. */
export interface Module<Messages extends ModuleMessages = ModuleMessages> {
  /** Its part of the catalogue, under the module's name in the list: `t('books.heading')`. */
  readonly messages: Messages;
  readonly path?: string;
  /** Loads the screen at the path. Absent where there is none yet: then the path leads home. */
  readonly screen?: () => Promise<ComponentType>;
  /** Absent for what the sidebar does not list. */
  readonly navigation?: NavigationEntry;
  readonly slice?: StoreSlice;
}
