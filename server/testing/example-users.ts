import type { TestApp } from './build-test-app.ts';

/**
 * The people that the examples of the API reference speak of, beside the administrator, who is there and now has two sessions: a
 * colleague with a session and a token for scripts, and somebody invited.
 * @returns the token of the administrator's second session, and that of the link
 */
export async function addExampleUsers(
  api: Pick<TestApp, 'tokenFor' | 'scriptTokenFor' | 'call'>,
  admin: { readonly email: string; readonly password: string },
): Promise<{ token: string; link: string }> {
  await api.scriptTokenFor(await api.tokenFor([]), []);
  const signIn = async (): Promise<string> =>
    (await api.call('POST', '/api/auth/login', { json: admin })).body.data.access_token;
  await signIn();
  const token = await signIn();
  const json = { name: 'Lin Link', email: 'lin@example.org', role_id: 4 };
  const { body } = await api.call('POST', '/api/users', { token, json });
  return { token, link: String(body.data.link.path).replace(/^.*#/, '') };
}
