/** The time without typing after which a list is searched. */
export const searchDelayMs = 500;
