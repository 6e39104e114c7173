/** The pause after typing before a list is searched, in milliseconds. */
export const searchDelayMs = 500;
