export const sortable = {
  instructions:
    'Press Space or Enter to pick up an item. Use the arrow keys to move it. Press Space or Enter again to drop it, or Escape to cancel.',
  pickedUp: 'Picked up {{name}}. Position {{position}} of {{count}}.',
  movedOver: 'Moved {{name}} to position {{position}} of {{count}}.',
  outside: '{{name}} is outside the list.',
  dropped: 'Dropped {{name}} at position {{position}} of {{count}}.',
  cancelled: 'Reordering cancelled. {{name}} is back at position {{position}} of {{count}}.',
  move: 'Move {{name}}',
  position: '{{name}}, position {{position}}. Move to position...',
  moveTo: 'Move to position...',
  newPosition: 'New position for {{name}}',
  window: '{{from, number}}–{{to, number}} of {{count, number}}',
  previousWindow: 'Previous items',
  nextWindow: 'Next items',
} as const;
