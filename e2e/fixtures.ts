import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { demoFolder } from './demo-folder.ts';
import { admin, lectern, type Server, startServer } from './server.ts';

export { expect };

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Users besides the administrator, by their permissions. */
export const staff = {
  editor: { email: 'editor@lectern.test', password: 'writes and never deletes' },
  deleter: { email: 'remover@lectern.test', password: 'deletes and never writes' },
  viewer: { email: 'viewer@lectern.test', password: 'only looking around here' },
} as const satisfies Record<string, Account>;
export const { viewer } = staff;

/** Signs in with the form of the login screen. */
export async function signIn(page: Page, { email, password }: Account = admin): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/dashboard');
}

/** Opens a page as a signed-in user, without the login screen. */
export async function openAs(page: Page, path: string, { email, password }: Account = admin): Promise<void> {
  const form = { email, password };
  const response = await page.request.post('/api/auth/login?is_admin=1', { multipart: form });
  expect(response.status()).toBe(200);
  const { data } = (await response.json()) as {
    data: { access_token: string; token_type: string; expires_in: number; user: object };
  };
  await page.goto('/icon.svg');
  await page.evaluate((session) => {
    localStorage.setItem('access_token', session.access_token);
    localStorage.setItem('token_type', session.token_type);
    localStorage.setItem('expires_in', String(session.expires_in));
    localStorage.setItem('user', JSON.stringify(session.user));
  }, data);
  await page.goto(path);
}

export interface WorkerFixtures {
  /** The server with its own copy of the demo catalogue, and users besides the administrator. */
  readonly product: Server;
}

export interface Fixtures {
  /** Fails a test after a script error or a violation of the security policy. */
  readonly withoutErrors: void;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-spec-'));
      try {
        await cp(demoFolder(), folder, { recursive: true });
        const settings = { DATA_DIR: folder };
        for (const [role, { email, password }] of Object.entries(staff)) {
          const account = ['user', 'add', email, '--name', `The ${role}`, '--role', role];
          const addResult = await lectern(account, settings, `${password}\n`);
          expect(addResult).toEqual({ code: 0, output: '' });
        }
        const server = await startServer(settings);
        await use(server);
        await server.stop();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  withoutErrors: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        if (/content security policy|trusted ?type/i.test(message.text())) problems.push(message.text());
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
