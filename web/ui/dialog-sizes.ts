/** The width of an extra-large dialog, where the window allows it. */
export const extraLarge = '1140px';
