import { i18n } from '#web/app/catalogue.ts';
import './all-texts.ts';

/** The texts of the screens for tests. Tests repeat only texts that the specification quotes. */
export const t = i18n.t;
