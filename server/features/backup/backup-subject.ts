/** All backups are one subject of jobs, so that only one is written at a time. */
export const backupSubject = 'catalogue';
