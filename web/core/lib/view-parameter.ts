/** The parameter of an address with the ID of the view. */
export const viewParameter = 'view';
