import { i18n } from '#web/app/catalogue.ts';

/** The words of the screen, for tests: only what the specification quotes is typed again. */
export const t = i18n.t;
