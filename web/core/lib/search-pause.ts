/** How long typing rests before a list is searched. */
export const searchPauseMs = 500;
