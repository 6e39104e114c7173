import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal, ExcludedEntry } from '#contract/imports/import-proposal';
import { toClock } from '#contract/core/format-duration';
import type { SkippedEntries } from './chapter-edits.ts';
import classes from './proposal-chapters.module.css';

const INITIAL_COUNT = 20;

export interface SkippedListProps {
  readonly proposal: ImportProposal;
  /** The entries that no chapter on the screen contains. */
  readonly skipped: SkippedEntries;
  readonly onInclude: (what: SkippedEntries) => void;
}

interface Row extends Pick<ExcludedEntry, 'kind' | 'name' | 'characters' | 'seconds'> {
  readonly key: string;
  readonly reason: string | undefined;
  /** The number of paragraphs of a text of which chapters contain another part. */
  readonly paragraphs?: number;
  /** The content of a new chapter; undefined for entries that no chapter can contain. */
  readonly what?: SkippedEntries;
}

function rowsOf(proposal: ImportProposal, { audios, texts }: SkippedEntries): Row[] {
  const entries = proposal.excluded ?? [];
  const audioRows = audios.flatMap((item): Row[] => {
    const audio = proposal.audios[item];
    if (!audio) return [];
    return [
      {
        key: `sound ${item}`,
        kind: 'audio',
        name: audio.title || (proposal.files[audio.file]?.path ?? ''),
        characters: null,
        seconds: audio.end - audio.start,
        reason: entries.find(({ file }) => file === audio.file)?.reason,
        what: { audios: [item], texts: [] },
      },
    ];
  });
  const textRows = texts.flatMap((range): Row[] => {
    const { text: item, from, to } = range;
    const text = proposal.texts[item];
    if (!text) return [];
    const isWhole = to - from === text.item_count;
    return [
      {
        key: `text ${item} ${from}`,
        kind: 'text',
        name: text.title || text.beginning,
        characters: isWhole ? text.characters : null,
        ...(!isWhole && { paragraphs: to - from }),
        seconds: null,
        reason: isWhole ? entries.find((entry) => entry.text === item)?.reason : undefined,
        what: { audios: [], texts: [range] },
      },
    ];
  });
  const others = entries
    .filter(({ text, file }) => text === null && file === null)
    .map((entry, index): Row => ({ ...entry, key: `other ${index}` }));
  return [...audioRows, ...textRows, ...others];
}

/** The entries of the files that are in no chapter: name, reason, and a button if a chapter can contain it. */
export function SkippedList({ proposal, skipped, onInclude }: SkippedListProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const rows = rowsOf(proposal, skipped);
  if (rows.length === 0) return null;
  const visibleRows = isOpen ? rows : rows.slice(0, INITIAL_COUNT);
  const canInclude = skipped.audios.length + skipped.texts.length > 1;
  return (
    <section aria-label={t('imports.excludedHeading')} className={classes['excluded']}>
      <Group gap="xs">
        <h3 className={classes['excludedHeading']}>{t('imports.excludedHeading')}</h3>
        {canInclude && (
          <Button size="compact-sm" variant="default" onClick={() => onInclude(skipped)}>
            {t('imports.includeAll')}
          </Button>
        )}
      </Group>
      <ul className={classes['excludedList']}>
        {visibleRows.map(({ key, kind, name, reason, characters, paragraphs, seconds, what }) => (
          <li key={key} className={classes['excludedRow']}>
            <span className={classes['excludedText']}>
              <Text size="sm" span fw={500}>
                <bdi>{name}</bdi>
              </Text>
              <Text size="sm" span c="dimmed">
                {[
                  t(`imports.excludedKinds.${kind}`),
                  characters !== null && t('imports.excludedCharacters', { count: characters }),
                  paragraphs !== undefined && t('imports.paragraphs', { count: paragraphs }),
                  seconds !== null && toClock(seconds),
                ]
                  .filter((text) => text !== false)
                  .join(' · ')}
              </Text>
              {reason !== undefined && (
                <Text size="sm" span>
                  {reason}
                </Text>
              )}
            </span>
            {what && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('imports.includeNamed', { name })}
                onClick={() => onInclude(what)}
              >
                {t('imports.include')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > INITIAL_COUNT && (
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('ui.showLess') : t('imports.moreLeftOut', { count: rows.length - INITIAL_COUNT })}
        </Button>
      )}
    </section>
  );
}
