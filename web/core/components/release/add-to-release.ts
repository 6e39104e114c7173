import type { ResourceName } from '#contract/core/permissions';
import { createValue } from '#web/core/lib/value-store.ts';

/** A record that the user wants to change in a release. */
export interface RecordForRelease {
  readonly kind: ResourceName;
  readonly id: number;
  readonly name: string;
}

/** The record of the open dialog; undefined while it is closed. Menus close before their dialog, so the layout renders it. */
export const recordForRelease = createValue<RecordForRelease | undefined>(undefined);
