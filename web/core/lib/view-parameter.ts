/** Names a view of the list in its address. */
export const viewParameter = 'view';
