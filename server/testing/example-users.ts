import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { TestApp } from './build-test-app.ts';

interface ExampleApp extends Pick<TestApp, 'tokenFor' | 'scriptTokenFor' | 'call'> {
  readonly database: { readonly kysely: Kysely<Schema> };
}

/** Links a sign-in provider to a user. */
const linkProvider = ({ database }: ExampleApp, userId: number) =>
  database.kysely
    .insertInto('user_identities')
    .values({
      user_id: userId,
      issuer: 'https://id.example.org',
      subject: 'lin',
      email: 'lin@example.org',
      created_at: new Date().toISOString(),
      last_used_at: null,
    })
    .execute();

/**
 * Adds the users of the API reference examples: a colleague with a session, an API token and a linked sign-in provider, and an invited
 * user. The existing administrator has two sessions afterwards.
 * @returns the token of the administrator's second session, and the token of the link
 */
export async function addExampleUsers(
  api: ExampleApp,
  admin: { readonly email: string; readonly password: string },
): Promise<{ token: string; link: string }> {
  await api.scriptTokenFor(await api.tokenFor([]), []);
  await linkProvider(api, 2);
  const signIn = async (): Promise<string> =>
    (await api.call('POST', '/api/auth/login', { json: admin })).body.data.access_token;
  await signIn();
  const token = await signIn();
  const json = { name: 'Lin Link', email: 'lin@example.org', role_id: 4 };
  const { body } = await api.call('POST', '/api/users', { token, json });
  return { token, link: String(body.data.link.path).replace(/^.*#/, '') };
}
