/** The texts of the selection that the books screen shows at first. */
export const selectMessages = {
  start: 'Select',
  startTooltip: 'Select multiple books',
  select: 'Select {{name}}',
  keyTick: 'Select row',
  keyEnd: 'Exit selection',
  full: 'You can select up to {{max}} books individually',
} as const;
