import { messages } from '#contract/messages';
import { activity } from './activity.ts';
import { drops } from './drops.ts';
import { factor } from './factor.ts';
import { keys } from './keys.ts';
import { layout } from './layout.ts';
import { paste } from './paste.ts';
import { permissions } from './permissions.ts';
import { sortable } from './sortable.ts';
import { ui } from './ui.ts';
import { views } from './views.ts';

/** What belongs to no module. `messages` is the error catalogue of the contract. */
export const commonWords = {
  activity,
  drops,
  factor,
  keys,
  layout,
  messages,
  paste,
  permissions,
  sortable,
  ui,
  views,
} as const;
