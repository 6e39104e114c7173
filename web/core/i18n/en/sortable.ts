export const sortable = {
  instructions:
    'Press space or enter to pick an entry up, the arrow keys to move it, space or enter again to put it down, and escape to leave it where it was.',
  pickedUp: '{{name}} is picked up, at position {{position}} of {{count}}.',
  movedOver: '{{name}} is at position {{position}} of {{count}}.',
  outside: '{{name}} is outside the list.',
  discarded: '{{name}} is now at position {{position}} of {{count}}.',
  cancelled: '{{name}} is back at position {{position}} of {{count}}.',
  move: 'Move {{name}}',
  position: '{{name}} is at position {{position}}. Move to a position',
  moveTo: 'Move to a position',
  newPosition: 'New position of {{name}}',
  window: '{{from, number}}–{{to, number}} of {{count, number}}',
  previousWindow: 'Previous entries',
  nextWindow: 'Next entries',
} as const;
