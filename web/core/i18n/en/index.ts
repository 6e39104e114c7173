import { messages } from '#contract/core/messages';
import { addTo } from './add-to.ts';
import { batches } from './uploads.ts';
import { keys } from './keyboard-shortcuts.ts';
import { layout } from './layout.ts';
import { record } from './record.ts';
import { release } from './release.ts';
import { ui } from './ui.ts';
import { views } from './views.ts';

const helpMessages = {
  open: 'Help',
  group: 'Help',
  title: 'Help: {{screen}}',
  close: 'Close help',
  allShortcuts: 'All keyboard shortcuts',
} as const;

/** Texts of the first load that belong to no module. `messages` contains the error messages of the contract. */
export const commonMessages = {
  addTo,
  batches,
  help: helpMessages,
  keys,
  layout,
  messages,
  record,
  release,
  ui,
  views,
} as const;
