import { expect, test } from 'vitest';
import { resourceMessages } from './messages.ts';

test("the catalogue's pattern", () => {
  expect(resourceMessages('story book', 'story books')).toEqual({
    fetchFailed: 'Failed to fetch story books',
    addFailed: 'Failed to add story book',
    updateFailed: 'Failed to update story book',
    deleteFailed: 'Failed to delete story book',
    created: 'Story book created successfully',
    updated: 'Story book updated successfully',
    deleted: 'Story book deleted successfully',
  });
});
