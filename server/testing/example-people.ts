import { allPermissions } from '#contract/permissions';
import type { TestApp } from './build-test-app.ts';

/**
 * The people that the examples of the API reference speak of, beside the administrator: a colleague with a session and a token
 * for scripts, somebody who may do everything, and somebody invited. @returns a session's token, and that of the link
 */
export async function enterExamplePeople(
  api: Pick<TestApp, 'tokenFor' | 'scriptTokenFor' | 'call'>,
): Promise<{ token: string; link: string }> {
  const colleague = await api.tokenFor([]);
  await api.scriptTokenFor(colleague, []);
  const token = await api.tokenFor(allPermissions);
  const json = { name: 'Lin Link', email: 'lin@example.org', role_id: 4 };
  const { body } = await api.call('POST', '/api/users', { token, json });
  return { token, link: String(body.data.link.path).replace(/^.*#/, '') };
}
