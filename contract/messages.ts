/** The sentences of the product's error catalogue. No screen and no route types one of them again. */
export interface ResourceMessages {
  readonly fetchFailed: string;
  readonly addFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
  readonly created: string;
  readonly updated: string;
  readonly deleted: string;
}

/** The catalogue's pattern: `resourceMessages('story book', 'story books')` speaks of story books. */
export function resourceMessages(singular: string, plural: string): ResourceMessages {
  const subject = singular.charAt(0).toUpperCase() + singular.slice(1);
  return {
    fetchFailed: `Failed to fetch ${plural}`,
    addFailed: `Failed to add ${singular}`,
    updateFailed: `Failed to update ${singular}`,
    deleteFailed: `Failed to delete ${singular}`,
    created: `${subject} created successfully`,
    updated: `${subject} updated successfully`,
    deleted: `${subject} deleted successfully`,
  };
}

export const messages = {
  profileFailed: 'Failed to get profile',
  loginFailed: 'Login failed',
  validationFailed: 'Validation failed',
  allFieldsRequired: 'All fields are required',
  itemMustBeValidated: 'Item must be validated',
  nameRequired: 'Name is required',
  titleRequired: 'Title is required',
  descriptionRequired: 'Description is required',
  chapterCountNegative: 'Chapter count cannot be negative',
  durationNegative: 'Duration cannot be negative',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  searchBooksFailed: 'Failed to search books',
  collectionCreateFailed: 'Failed to create collection',
  collectionSaveFailed: 'Failed to save collection',
  storyBookSaveFailed: 'Failed to save story book',
  mobileConfigSaveFailed: 'Failed to save mobile config',
  challengesLoadFailed: 'Failed to load challenges. Please try again later.',
  challengeSaveFailed: 'Failed to save challenge. Please try again later.',
  challengeDeleteFailed: 'Failed to delete challenge.',
  unexpected: 'Unexpected Application Error!',
} as const;
