import { countOf } from '#contract/core/format-count';
import { parseArgs } from 'node:util';
import { isEmail } from '#contract/auth/auth';
import { builtInRoles, isPermission, type Permission } from '#contract/core/permissions';
import { createAccounts } from '#server/core/auth/accounts';
import { readConfig } from '#server/app/config';
import { assertMigrated, migrate, openDatabase } from '#server/core/db/open';
import { printLine } from '#server/core/command-output';
import { OperatorError } from '#server/core/errors';
import { explainStartupError } from '#server/app/startup-error';
import { mkdir } from 'node:fs/promises';
import { asTable } from '#server/app/text-table';

const usage = `Usage: lectern COMMAND

  serve                       run the server
  worker                      run background jobs only (no HTTP server)
  migrate                     run database migrations
  import PATH…                import files and folders from this machine
  check [--against BACKUP]    check the database and all files, or compare them with a backup; exits with 1 if a check fails

  user list                   list users with role, status and last activity
  user add EMAIL --name NAME [--role ROLE | --permissions a:edit,b:delete]
                              create a user (reads the password from standard input)
  user invite EMAIL --name NAME [--role ROLE | --permissions LIST]
                              create a user and print an invitation link (works once, for 72 hours)
  user change EMAIL [--name NAME] [--role ROLE | --permissions LIST] [--password] [--suspend | --restore]
                              update a user (--password reads the new password from standard input)
  user allow-password EMAIL   allow a user to sign in with a password for 24 hours while PASSWORD_SIGN_IN is off
  user reset-two-factor EMAIL remove two-factor authentication from a user and sign out all sessions

  backup FILE|s3://…          write the database and all files to one file while the server runs
  restore FILE|s3://… [--into FOLDER]
                              restore a backup to an empty database and file storage, or to a folder
  move --to DATABASE_URL BLOB_STORE_URL [--dry-run]
                              move the catalogue to an empty database and file storage while the server runs
                              (--dry-run checks them and estimates size and time)
  move --back                 move back, with all changes since, within 24 hours
  move --cancel               cancel a move that didn’t finish
  backup note [TEXT]          record a backup made with other tools (shown under Settings, System)

  audit-log verify [--checkpoints FILE] [--key FILE]
                              verify the audit log and its signed checkpoints; exits with 1 and the first changed entry
  audit-log checkpoint        write a signed checkpoint of the audit log
  audit-log export FILE --before DATE [--cut]
                              export entries before DATE to FILE as JSON Lines; --cut also deletes them from the database
  secrets rotate              encrypt all secrets in the database with SECRETS_KEY

Roles: ${Object.keys(builtInRoles).join(', ')}, or a custom role
Encrypted backups: set BACKUP_PASSPHRASE, or use --passphrase-file FILE with backup, restore and check.`;

const userActions = ['add', 'invite', 'change'];

async function readPassword(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  const password = text.replace(/\r?\n$/, '');
  if (password === '') throw new OperatorError('No password provided on standard input.');
  return password;
}

function readPermissionSet(
  role: string | undefined,
  list: string | undefined,
): { role?: string; permissions?: readonly Permission[] } {
  if (role !== undefined && list !== undefined)
    throw new OperatorError('Use either --role or --permissions, not both.');
  if (role !== undefined) return { role };
  if (list === undefined) return {};
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length > 0) throw new OperatorError(`Unknown permission: ${unknown.join(', ')}`);
  return { permissions: names.filter(isPermission) };
}

async function withAccounts(
  work: (accounts: ReturnType<typeof createAccounts>) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  await mkdir(config.dataDir, { recursive: true });
  const database = await openDatabase(config.databaseUrl);
  try {
    await migrate(database);
    await work(createAccounts(database.kysely));
  } finally {
    await database.close();
  }
}

async function listUsers(): Promise<void> {
  await withAccounts(async (accounts) => {
    const rows = (await accounts.list()).map(({ email, name, role, hasExceptions, state, lastSeenAt }) => [
      email,
      name,
      hasExceptions ? `${role}, with overrides` : role,
      state,
      lastSeenAt ?? 'never',
    ]);
    process.stdout.write(`${asTable([['EMAIL', 'NAME', 'ROLE', 'STATUS', 'LAST ACTIVE'], ...rows])}\n`);
  });
}

async function resetTwoFactor(email: string | undefined): Promise<void> {
  if (email === undefined || !isEmail(email)) throw new OperatorError('Enter the email address of the user.');
  await withAccounts((accounts) => accounts.resetTwoFactor(email));
}

async function allowPassword(email: string | undefined): Promise<void> {
  if (email === undefined || !isEmail(email)) throw new OperatorError('Enter the email address of the user.');
  await withAccounts(async (accounts) => {
    const until = await accounts.allowPassword(email);
    process.stdout.write(`${email} can sign in with a password until ${until}.\n`);
  });
}

async function user(action: string | undefined, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string' },
      permissions: { type: 'string' },
      password: { type: 'boolean' },
      suspend: { type: 'boolean' },
      restore: { type: 'boolean' },
    },
  });
  const [email] = positionals;
  if (email === undefined || !isEmail(email)) throw new OperatorError('Enter the email address of the user.');
  const permissionSet = readPermissionSet(values.role, values.permissions);
  if (action === 'add' || action === 'invite') {
    const { name } = values;
    if (!name?.trim()) throw new OperatorError('Enter the name of the user with --name.');
    if (action === 'invite')
      return withAccounts(async (accounts) => {
        const { path, expires_at } = await accounts.invite({ email, name: name.trim(), ...permissionSet });
        process.stdout.write(
          `Invitation link (works once, expires ${expires_at}; append it to your public URL):\n${path}\n`,
        );
      });
    const password = await readPassword();
    await withAccounts((accounts) => accounts.add({ email, name: name.trim(), password, ...permissionSet }));
    return;
  }
  const password = values.password ? await readPassword() : undefined;
  await withAccounts((accounts) =>
    accounts.change(email, {
      ...(values.name?.trim() && { name: values.name.trim() }),
      ...permissionSet,
      ...(password !== undefined && { password }),
      ...((values.suspend ?? values.restore) && { isSuspended: values.suspend === true }),
    }),
  );
}

const passphraseOptions = { 'passphrase-file': { type: 'string' } } as const;

async function backupSettings(passphraseFile: string | undefined) {
  const [commands, { readVersion }] = await Promise.all([
    import('#server/features/backup/backup-commands'),
    import('#server/core/package-root'),
  ]);
  const config = { ...readConfig(process.env), version: readVersion() };
  const passphrase = { passphraseFile, passphrase: config.backupPassphrase };
  return { commands, config, passphrase, print: printLine };
}

async function checkAll(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { ...passphraseOptions, against: { type: 'string' } } });
  const { commands, config, passphrase, print } = await backupSettings(values['passphrase-file']);
  if (values.against !== undefined) {
    const isEqual = await commands.checkAgainst(config, { location: values.against, ...passphrase }, print);
    if (!isEqual) process.exitCode = 1;
    return;
  }
  const { check } = await import('#server/features/system/check/check');
  if (!(await check(config, print))) process.exitCode = 1;
}

async function backup(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: passphraseOptions });
  const [location] = positionals;
  if (location === undefined || positionals.length > 1) throw new OperatorError(usage);
  const { commands, config, passphrase, print } = await backupSettings(values['passphrase-file']);
  if (!(await commands.backup(config, { location, ...passphrase }, print))) process.exitCode = 1;
}

async function restore(args: string[]): Promise<void> {
  const options = { ...passphraseOptions, into: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [location] = positionals;
  if (location === undefined || positionals.length > 1) throw new OperatorError(usage);
  const { commands, config, passphrase, print } = await backupSettings(values['passphrase-file']);
  await commands.restore(config, { location, into: values.into, ...passphrase }, print);
}

async function importFiles(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) throw new OperatorError('Specify at least one file or folder to import.');
  const [{ openDependencies }, { importPaths }] = await Promise.all([
    import('#server/app/dependencies'),
    import('#server/features/imports/import-paths'),
  ]);
  const dependencies = await openDependencies(readConfig(process.env));
  try {
    const { file_count } = await importPaths(dependencies, paths);
    process.stdout.write(
      `${countOf(file_count, 'file')} queued for import. Review the results at /imports.\n`,
    );
  } finally {
    await dependencies.close();
  }
}

async function auditLog([action, ...args]: string[]): Promise<void> {
  const { checkpoint, verify, exportAuditLog } = await import('#server/app/audit-log-commands');
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      before: { type: 'string' },
      cut: { type: 'boolean' },
      checkpoints: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const [file] = positionals;
  if (action === 'verify' && positionals.length === 0) {
    const copies = { checkpointFile: values.checkpoints, keyFile: values.key };
    if (!(await verify(readConfig(process.env), print, copies))) process.exitCode = 1;
    return;
  }
  if (action === 'checkpoint' && positionals.length === 0) return checkpoint(readConfig(process.env), print);
  if (action !== 'export' || file === undefined || values.before === undefined)
    throw new OperatorError(usage);
  const options = { file, before: values.before, isCut: values.cut === true };
  await exportAuditLog(readConfig(process.env), options, print);
}

async function recordBackupTime(args: readonly string[]): Promise<void> {
  const { recordBackup } = await import('#server/features/system/last-backup');
  const database = await openDatabase(readConfig(process.env).databaseUrl);
  try {
    await assertMigrated(database);
    const { at } = await recordBackup(database.kysely, args.join(' '));
    process.stdout.write(`Backup recorded: ${at}\n`);
  } finally {
    await database.close();
  }
}

async function rotateSecrets(): Promise<void> {
  const { createSecrets, reencryptSecrets } = await import('#server/core/auth/secrets');
  const { databaseUrl, secretsKeys } = readConfig(process.env);
  const database = await openDatabase(databaseUrl);
  try {
    await assertMigrated(database);
    const count = await reencryptSecrets(database, createSecrets(secretsKeys));
    process.stdout.write(`${countOf(count, 'secret')} encrypted again.\n`);
  } finally {
    await database.close();
  }
}

async function run([command, ...rest]: string[]): Promise<void> {
  if (command === 'serve') return void (await import('./main.ts'));
  if (command === 'worker') return (await import('#server/app/worker')).work(process.env);
  if (command === 'check') return checkAll(rest);
  if (command === 'audit-log') return auditLog(rest);
  if (command === 'backup' && rest[0] === 'note') return recordBackupTime(rest.slice(1));
  if (command === 'backup') return backup(rest);
  if (command === 'restore') return restore(rest);
  if (command === 'move')
    return (await import('#server/app/move-command')).moveCommand(rest, process.env, usage);
  if (command === 'secrets' && rest[0] === 'rotate' && rest.length === 1) return rotateSecrets();
  if (command === 'import') return importFiles(rest);
  if (command === 'migrate') return withAccounts(async () => undefined);
  if (command === 'user' && rest[0] === 'list' && rest.length === 1) return listUsers();
  if (command === 'user' && rest[0] === 'allow-password' && rest.length === 2) return allowPassword(rest[1]);
  if (command === 'user' && rest[0] === 'reset-two-factor' && rest.length === 2)
    return resetTwoFactor(rest[1]);
  if (command === 'user' && userActions.includes(rest[0] ?? '')) return user(rest[0], rest.slice(1));
  throw new OperatorError(usage);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isArgumentError =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isArgumentError ? error.message : explainStartupError(error)}\n`);
  process.exitCode = 1;
}
