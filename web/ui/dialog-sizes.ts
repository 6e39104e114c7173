/** The maximum width of an extra-large dialog. */
export const extraLarge = '1140px';
