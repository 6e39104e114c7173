/** The first lists of users: by default, as the web app requests it, next page, by language, by category, and sorted. */
export const firstBookLists = [
  {},
  ...[{}, { page: '2' }, { language: 'en' }, { category_id: '1' }, { sort_by_field: 'reading_time' }].map(
    (query) => ({ ...query, with_chapters: '0' }),
  ),
];
