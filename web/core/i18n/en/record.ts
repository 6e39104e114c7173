/** The page of a record of any kind. */
export const record = {
  details: 'Details',
  content: 'Content',
  usedIn: 'Used in',
  previous: 'Previous in list',
  next: 'Next in list',
  position: '{{position}} of {{total}}',
  list: 'List navigation',
  notFound: 'No record found',
  notFoundText: 'No record has this address. It may have been deleted permanently.',
  deleted: '“{{name}}” was deleted',
  deletedText: 'It’s in the trash until it’s deleted permanently.',
  restore: 'Restore',
  viewTrash: 'View trash',
  viewList: 'View list',
} as const;
