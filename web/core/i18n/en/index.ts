import { messages } from '#contract/core/messages';
import { addTo } from './add-to.ts';
import { notifications } from './notifications.ts';
import { batches } from './uploads.ts';
import { twoFactor } from './two-factor.ts';
import { keys } from './keyboard-shortcuts.ts';
import { layout } from './layout.ts';
import { paste } from './paste.ts';
import { permissions } from './permissions.ts';
import { personalData } from './personal-data.ts';
import { picker } from './picker.ts';
import { player } from './player.ts';
import { presence } from './presence.ts';
import { reauthentication } from './reauthentication.ts';
import { record } from './record.ts';
import { sortable } from './sortable.ts';
import { ui } from './ui.ts';
import { views } from './views.ts';

const helpMessages = {
  open: 'Help',
  group: 'Help',
  title: 'Help: {{screen}}',
  close: 'Close help',
  allShortcuts: 'All keyboard shortcuts',
} as const;

/** Texts that belong to no module. `messages` contains the error messages of the contract. */
export const commonMessages = {
  addTo,
  notifications,
  batches,
  twoFactor,
  help: helpMessages,
  keys,
  layout,
  messages,
  paste,
  permissions,
  personalData,
  picker,
  player,
  presence,
  reauthentication,
  record,
  sortable,
  ui,
  views,
} as const;
