import { migrate, openDatabase } from '#server/core/db/open';
import { renewBuiltInRoles } from '#server/features/users/built-in-roles';

// Usage: node templates-child.ts URL…. Creates all tables and the current roles in each of these databases.
for (const url of process.argv.slice(2)) {
  const database = await openDatabase(url);
  await migrate(database);
  await renewBuiltInRoles(database);
  await database.close();
}
