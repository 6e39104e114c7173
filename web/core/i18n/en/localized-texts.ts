/** Texts of fields for texts in other languages. */
export const localizedTexts = {
  language: 'Language',
  languageOf: 'Language {{position}}',
  choose: 'Choose',
  addLanguage: 'Add language',
  remove: 'Remove {{name}}',
} as const;
