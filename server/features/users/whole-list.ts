/** The answer of a list that is never paged. */
export const wholeList = <Item>(items: Item[]) => ({
  data: { items, total: items.length, objects: { total: items.length } },
});
