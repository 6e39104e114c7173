import { pathOf } from '#contract/core/define-resource';
import {
  type CreatedPreviewLink,
  previewLinkEndpoints,
  previewLinkMessages,
} from '#contract/mobile-home/preview-links';
import type { FakeApiRequest } from './fake-call.ts';
import type { FakeApi } from './fake-state.ts';

export const previewToken = (id: number): string => String(id).padStart(43, 'a');

/** Returns the response to a request of a user about preview links. */
export function respondPreviewLinks(
  fake: FakeApi,
  { method, path, body }: FakeApiRequest,
): object | undefined {
  const { list, revoke } = previewLinkEndpoints;
  if (!path.startsWith(list.path)) return undefined;
  const links = fake.previewLinks;
  if (path === list.path && method === 'GET') return { message: 'OK', data: { items: links.toReversed() } };
  if (method === 'POST') {
    const id = links.length + 1;
    const link: CreatedPreviewLink = {
      id,
      title: typeof body['title'] === 'string' ? body['title'] : '',
      created_at: '2030-01-01T10:00:00.000Z',
      expires_at: '2030-01-02T10:00:00.000Z',
      address: `https://books.example.org/preview#${previewToken(id)}`,
    };
    links.push(link);
    return { message: previewLinkMessages.created, data: link };
  }
  const index = links.findIndex(({ id }) => pathOf(revoke, id) === path);
  if (index < 0) return undefined;
  links.splice(index, 1);
  return { message: previewLinkMessages.revoked, data: null };
}
