import { expect, test } from 'vitest';
import { resourceMessages, savingMessages } from './messages.ts';

test('follows the pattern of the catalogue', () => {
  expect(resourceMessages('story book', 'story books', savingMessages('story book'))).toEqual({
    fetchFailed: 'Failed to fetch story books',
    addFailed: 'Failed to add story book',
    updateFailed: 'Failed to update story book',
    deleteFailed: 'Failed to delete story book',
    created: 'Story book created successfully',
    updated: 'Story book updated successfully',
    deleted: 'Story book deleted successfully',
    screen: {
      loadFailed: 'Failed to fetch story books',
      createFailed: 'Failed to add story book',
      updateFailed: 'Failed to update story book',
      createBroken: 'Failed to save story book',
      updateBroken: 'Failed to save story book',
      deleteFailed: 'Failed to delete story book',
    },
  });
});
