import type { SettingSection } from '#contract/settings/declared';

/** The address of a section's screen. */
export const sectionPath = (section: SettingSection): string => `/settings/${section.replace('_', '-')}`;
