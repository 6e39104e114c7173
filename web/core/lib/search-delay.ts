/** How long typing rests before a list is searched. */
export const searchDelayMs = 500;
