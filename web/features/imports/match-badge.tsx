import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProposalChapter } from '#contract/imports/import-proposal';
import classes from './proposal-chapters.module.css';
import type { ChapterValues } from './proposal-values.ts';

export interface MatchBadgeProps {
  readonly chapter: ChapterValues;
  readonly storedChapter: ProposalChapter | undefined;
}

const GOOD = 0.75;
const POOR = 0.5;

const isSamePairing = (chapter: ChapterValues, storedChapter: ProposalChapter): boolean =>
  JSON.stringify([chapter.audio, chapter.texts]) ===
  JSON.stringify([storedChapter.audio, storedChapter.texts]);

/** The match of audio and text with its reasons. Empty for a changed pair that is not saved yet. */
export function MatchBadge({ chapter, storedChapter }: MatchBadgeProps) {
  const { t } = useTranslation();
  if (!storedChapter || !isSamePairing(chapter, storedChapter)) return null;
  const { confidence, reason } = storedChapter;
  const word =
    confidence === null ? undefined : confidence >= GOOD ? 'good' : confidence >= POOR ? 'fair' : 'poor';
  const color = word === 'good' ? 'green' : word === 'fair' ? 'gray' : 'red';
  return (
    <>
      {word !== undefined && (
        <Badge variant="light" color={color} radius="sm" size="sm" miw="max-content">
          {t('imports.confidence', {
            word: t(`imports.${word}`),
            percent: Math.round(100 * (confidence ?? 0)),
          })}
        </Badge>
      )}
      {reason !== '' && (
        <Text size="xs" c="dimmed" component="div" className={classes['reason'] ?? ''}>
          {reason}
        </Text>
      )}
    </>
  );
}
