import type { SettingSection } from '#contract/settings/declared';

/** Where the screen of a section is. */
export const sectionPath = (section: SettingSection): string => `/settings/${section.replace('_', '-')}`;
