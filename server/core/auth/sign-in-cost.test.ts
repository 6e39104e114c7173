import { beforeAll, beforeEach, afterAll, expect, test, vi } from 'vitest';
import { createAccounts } from './accounts.ts';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const argon2 = vi.hoisted(() => ({ hashed: 0, verified: [] as string[] }));

// Counts hash operations, because their duration depends on the load of the machine.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash: (...parameters: Parameters<typeof real.hash>) => {
      argon2.hashed += 1;
      return real.hash(...parameters);
    },
    verify: (...parameters: Parameters<typeof real.verify>) => {
      argon2.verified.push(String(parameters[0]));
      return real.verify(...parameters);
    },
  };
});

const password = 'correct horse battery staple';

/** The parameters that decide the cost of comparing a hash. */
const costOf = (hash: string): string => hash.split('$').slice(1, 4).join('$');

eachDatabase('a failed sign-in', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  beforeAll(async () => {
    const accounts = createAccounts(database.kysely);
    const permissions = [] as const;
    await accounts.add({ email: 'known@example.org', name: 'K', password, permissions });
    await accounts.add({ email: 'suspended@example.org', name: 'S', password, permissions });
    await accounts.change('suspended@example.org', { isSuspended: true });
    await accounts.invite({ email: 'invited@example.org', name: 'I', permissions });
    // The first sign-in of a process creates the decoy hash for unknown accounts.
    await signIn('first@example.org', '192.0.2.1');
  });
  afterAll(() => api.close());
  beforeEach(() => Object.assign(argon2, { hashed: 0, verified: [] }));

  const signIn = (email: string, address: string, typedPassword = 'not the password') =>
    api.call('POST', '/api/auth/login', { json: { email, password: typedPassword }, address });

  async function costsOf(email: string, address: string, typedPassword?: string) {
    Object.assign(argon2, { hashed: 0, verified: [] });
    const { status, body, headers } = await signIn(email, address, typedPassword);
    const headerNames = Object.keys(headers).filter((name) => !/^(date|x-request-id)$/.test(name));
    return { status, body, headerNames, hashed: argon2.hashed, verified: argon2.verified.map(costOf) };
  }

  test('has the same cost and response whether or not the account exists', async () => {
    const knownCosts = await costsOf('known@example.org', '192.0.2.2');
    expect(knownCosts).toMatchObject({ status: 401, hashed: 0, verified: ['argon2id$v=19$m=19456,t=2,p=1'] });
    expect(await costsOf('unknown@example.org', '192.0.2.3')).toEqual(knownCosts);
    expect(await costsOf('invited@example.org', '192.0.2.4')).toEqual(knownCosts);
    expect(await costsOf('suspended@example.org', '192.0.2.5')).toEqual(knownCosts);
    expect(await costsOf('suspended@example.org', '192.0.2.6', password)).toEqual(knownCosts);
  });

  test('is throttled equally whether or not the account exists', async () => {
    const statuses = async (email: string, address: string) => {
      const costs: number[] = [];
      for (let guess = 1; guess <= 7; guess++) costs.push((await signIn(email, address)).status);
      return costs;
    };
    const knownStatuses = await statuses('known@example.org', '192.0.2.7');
    expect(knownStatuses.at(-1)).toBe(429);
    expect(await statuses('nobody@example.org', '192.0.2.8')).toEqual(knownStatuses);
    // Throttled attempts verify no hash.
    expect(argon2.verified.length).toBe(2 * knownStatuses.filter((status) => status === 401).length);
  });
});
