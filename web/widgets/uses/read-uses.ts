import { pathOf, type ResourceDeclaration } from '#contract/define-resource';
import { type RecordUses, historyEndpointsOf, recordUses } from '#contract/journal';
import { type ApiClient, readData } from '../../api/client.ts';

/** Asks where a record is used. */
export async function readUses(
  client: ApiClient,
  declaration: Pick<ResourceDeclaration, 'endpoints'>,
  id: number,
  signal: AbortSignal,
): Promise<RecordUses> {
  const { uses } = historyEndpointsOf(declaration);
  return recordUses.parse(
    readData(await client.call({ method: uses.method, path: pathOf(uses, id), signal })),
  );
}
