import { pathOf, type ResourceDeclaration } from '#contract/core/define-resource';
import { type RecordReferences, historyEndpointsOf, recordReferences } from '#contract/audit-log/audit-log';
import { type ApiClient, readData } from '#web/core/api/client.ts';

/** Reads the references of a record. */
export async function readReferences(
  client: ApiClient,
  {
    declaration,
    id,
    signal,
  }: {
    readonly declaration: Pick<ResourceDeclaration, 'endpoints'>;
    readonly id: number;
    readonly signal: AbortSignal;
  },
): Promise<RecordReferences> {
  const { references } = historyEndpointsOf(declaration);
  return recordReferences.parse(
    readData(
      await client.call({
        method: references.method,
        path: pathOf(references, id),
        isInRelease: true,
        signal,
      }),
    ),
  );
}
