/** The subject of all backup jobs. Jobs of one subject run one at a time. */
export const backupSubject = 'catalogue';
