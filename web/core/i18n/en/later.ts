import { notifications } from './notifications.ts';
import { twoFactor } from './two-factor.ts';
import { localizedTexts } from './localized-texts.ts';
import { paste } from './paste.ts';
import { permissions } from './permissions.ts';
import { personalData } from './personal-data.ts';
import { picker } from './picker.ts';
import { player } from './player.ts';
import { presence } from './presence.ts';
import { reauthentication } from './reauthentication.ts';
import { releaseDialogs } from './release-dialogs.ts';
import { sortable } from './sortable.ts';

/** Texts that belong to no module and that the books screen does not show. */
export const laterCommonMessages = {
  localizedTexts,
  notifications,
  twoFactor,
  paste,
  permissions,
  personalData,
  picker,
  player,
  presence,
  reauthentication,
  releaseDialogs,
  sortable,
} as const;
