import { requireAccess } from '../server/core/auth/access.ts';
import { codeOf, newTotpSecret } from '../server/core/auth/totp.ts';
import { createAuthenticator } from '../server/testing/authenticator.ts';
import { openSqliteApp } from '../server/testing/sqlite-app.ts';

/*
 * Measures the cost of each sign-in method and of a permission check, compared with a list: the CPU milliseconds of one idle process,
 * including the argon2 threads.
 */

const password = 'nine small otters swim';
const site = { host: 'books.example.org', origin: 'https://books.example.org' };
const WARM_UP = 5;
const STEP_MS = 30_000;

type Json = Readonly<Record<string, unknown>>;

const round = (value: number, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits;

async function cpuOf(times: number, run: (iteration: number) => Promise<unknown>): Promise<number> {
  for (let iteration = 0; iteration < WARM_UP; iteration += 1) await run(iteration);
  const before = process.cpuUsage();
  for (let iteration = 0; iteration < times; iteration += 1) await run(WARM_UP + iteration);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

export async function measureSignIn(times: number) {
  const api = await openSqliteApp({ fixedSettings: { public_url: site.origin } });
  let count = 0;
  async function send(
    method: 'GET' | 'POST',
    {
      url,
      json,
      token,
    }: { readonly url: string; readonly json?: object | undefined; readonly token?: string | undefined },
  ): Promise<Json> {
    count += 1;
    const response = await api.app.inject({
      method,
      url: `/api${url}`,
      ...(json && { payload: json }),
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      remoteAddress: `198.51.${(count >> 8) & 255}.${count & 255}`,
    });
    const { success, data } = response.json<{ success: boolean; data: Json }>();
    if (!success) throw new Error(`${method} ${url}: ${response.body}`);
    return data;
  }
  const account = async (name: string) => {
    const email = `${name}@example.org`;
    await api.accounts.add({ email, name, password, permissions: [] });
    return { email };
  };
  const realNow = Date.now;
  try {
    const plain = await account('plain');
    const signIn = ({ email }: { email: string }) =>
      send('POST', { url: '/auth/login', json: { email, password } });
    const byPassword = await cpuOf(times, () => signIn(plain));

    const device = createAuthenticator(site);
    const { access_token: token } = await signIn(plain);
    const { challenge, options } = await send('POST', {
      url: '/profile/passkeys/options',
      json: { current_password: password },
      token: String(token),
    });
    const newPasskey = device.make(String((options as Json)['challenge']));
    await send('POST', {
      url: '/profile/passkeys',
      json: { challenge, name: 'Laptop', passkey: newPasskey },
      token: String(token),
    });
    const byPasskey = await cpuOf(times, async () => {
      const optionsResponse = await send('POST', { url: '/auth/passkey-options', json: {} });
      const passkey = device.show(String((optionsResponse['options'] as Json)['challenge']));
      await send('POST', {
        url: '/auth/second-step',
        json: { challenge: optionsResponse['challenge'], passkey },
      });
    });

    const careful = await account('careful');
    const secret = newTotpSecret();
    const now = new Date().toISOString();
    const { id: user_id } = await api.database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', careful.email)
      .executeTakeFirstOrThrow();
    await api.database.kysely
      .insertInto('totp_factors')
      .values({ user_id, secret, last_step: 0, created_at: now, last_used_at: null })
      .execute();
    // Each code is accepted once, so each sign-in is half a minute after the previous one.
    const startTime = realNow();
    const byCode = await cpuOf(times, async (iteration) => {
      Date.now = () => startTime + iteration * STEP_MS;
      const { second_step } = (await signIn(careful)) as { second_step: { challenge: string } };
      const code = codeOf(secret, Math.floor(Date.now() / STEP_MS));
      await send('POST', { url: '/auth/second-step', json: { challenge: second_step.challenge, code } });
    });
    Date.now = realNow;

    const list = '/books/list?page=1&items_per_page=10&with_chapters=0';
    const listCpu = await cpuOf(times * 20, () => send('GET', { url: list, token: String(token) }));
    const user = {
      id: 1,
      email: plain.email,
      name: '',
      avatar: null,
      preferences: '{}',
      permissions: new Set(['books:edit'] as const),
      isPrimaryAdmin: false,
      credential: { kind: 'session', id: 1, provenAt: '' },
    } as const;
    const timestamp = 1_000_000;
    const right = await cpuOf(1, async () => {
      for (let iteration = 0; iteration < timestamp; iteration += 1) requireAccess(user, 'books:edit');
    });
    return [
      { what: 'sign-in by password', 'CPU ms': round(byPassword) },
      { what: 'sign-in by password and code', 'CPU ms': round(byCode) },
      { what: 'sign-in by passkey alone, the device included', 'CPU ms': round(byPasskey) },
      { what: 'list of an empty catalogue', 'CPU ms': round(listCpu, 3) },
      { what: 'asking for the right', 'CPU ms': round(right / timestamp, 6) },
    ];
  } finally {
    Date.now = realNow;
    await api.close();
  }
}
