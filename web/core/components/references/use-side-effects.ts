import { useTranslation } from 'react-i18next';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import { listFormat } from '#web/core/lib/formats.ts';

/** Returns a function for the success message of a deletion: its other effects; undefined if there are none. */
export function useSideEffects(): (references: RecordReferences) => string | undefined {
  const { t, i18n } = useTranslation();
  return ({ references }) => {
    const positions = references.flatMap(({ kind, total }) =>
      kind === 'collections' || kind === 'challenges' || kind === 'mobile-configs'
        ? [t(`ui.usesCount.${kind}`, { count: total })]
        : [],
    );
    const removalNote =
      positions.length > 0 && t('ui.usesRemoved', { positions: listFormat(i18n.language).format(positions) });
    // Story books keep their items.
    const stories = references.find(({ kind }) => kind === 'story-books')?.total;
    const message = stories !== undefined && t('ui.usesLeft', { count: stories });
    return [removalNote, message].filter(Boolean).join(' ') || undefined;
  };
}
