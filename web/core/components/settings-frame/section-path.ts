import type { SettingSection } from '#contract/settings/declared';

export const sectionPath = (section: SettingSection): string => `/settings/${section.replace('_', '-')}`;
