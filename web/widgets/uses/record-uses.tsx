import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceDeclaration } from '#contract/define-resource';
import type { RecordUses as Uses } from '#contract/journal';
import { type Read, useRemoteRead } from '../use-remote-read.ts';
import { readUses } from './read-uses.ts';
import { UsesList } from './uses-list.tsx';

type Declaration = Pick<ResourceDeclaration, 'endpoints'>;

const readerOf =
  (declaration: Declaration, id: number): Read<Uses> =>
  (client, signal) =>
    readUses(client, declaration, id, signal);

export interface RecordUsesProps {
  readonly declaration: Declaration;
  readonly id: number;
}

/** Where a record is used, in the question before it is deleted. */
export function RecordUses({ declaration, id }: RecordUsesProps) {
  const { t } = useTranslation();
  const { value } = useRemoteRead(
    useMemo(() => readerOf(declaration, id), [declaration, id]),
    { tried: t('ui.usesFailed') },
  );
  return value && value.uses.length > 0 ? <UsesList uses={value} /> : null;
}
