import { migrate, openDatabase } from '#server/core/db/open';

// Usage: node --conditions=source templates-child.ts URL…. Creates all tables in each of these databases.
for (const url of process.argv.slice(2)) {
  const database = await openDatabase(url);
  await migrate(database);
  await database.close();
}
