import { Badge } from '@mantine/core';
import { type ReleaseStatus, releaseStatuses } from '#contract/releases/releases';

const colours: Readonly<Record<ReleaseStatus, string>> = {
  draft: 'gray',
  scheduled: 'pine',
  published: 'green',
  failed: 'red',
  rolled_back: 'gray',
  archived: 'gray',
};

export function ReleaseStatusBadge({ status }: { readonly status: ReleaseStatus }) {
  return (
    <Badge variant="light" color={colours[status]} tt="none" miw="max-content">
      {releaseStatuses[status].label}
    </Badge>
  );
}
