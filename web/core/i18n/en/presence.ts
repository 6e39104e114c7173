export const presence = {
  alsoOpen: 'Also open: {{names}}',
  others_one: '{{count}} other',
  others_other: '{{count}} others',
  changed: 'This record was changed after you opened it.',
  changedWhileEditing: 'This record was changed while you were editing. Loading it discards your changes.',
  deleted: 'This record was deleted after you opened it.',
};
