/** Returns the response of a list without pages. */
export const wholeList = <Item>(items: Item[]) => ({
  data: { items, total: items.length, objects: { total: items.length } },
});
