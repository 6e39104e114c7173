import { Button, Text } from '@mantine/core';
import { IconClipboardPlus } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { toClock } from '#contract/core/format-duration';
import { DataTable } from '#web/ui/data-table.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { canJoin, type Chapters, join, skippedOf, revert, remove, withTitles } from './chapter-edits.ts';
import { ChapterRow } from './chapter-row.tsx';
import type { ChapterRowActions } from './chapter-row-props.ts';
import classes from './proposal-chapters.module.css';
import { SkippedList } from './skipped-list.tsx';
import { AudioLine } from './audio-line.tsx';
import { TitlesPanel } from './titles-panel.tsx';

export type ChangeChapters = (update: (chapters: Chapters) => Chapters, subject?: string) => void;

export interface ProposalChaptersProps {
  readonly proposal: ImportProposal;
  readonly chapters: Chapters;
  /** Must be stable, since a new function would render all rows on each key press. */
  readonly onChange: ChangeChapters;
}

/** The number of rows rendered at once, since each rendered row takes part in every drag. */
const PAGE_SIZE = 100;

/** The chapters of the future book with the match of their audio and text. */
export const ProposalChapters = memo(function ProposalChapters({
  proposal,
  chapters,
  onChange,
}: ProposalChaptersProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [openId, setOpenId] = useState<string>();
  const [isPasting, setPasting] = useState(false);
  const storedChapter = useMemo(
    () => new Map(proposal.chapters.map((chapter) => [chapter.id, chapter])),
    [proposal.chapters],
  );
  const skippedContent = useMemo(() => skippedOf(chapters, proposal), [chapters, proposal]);
  const entries = useMemo(
    () =>
      chapters.map((chapter, index) => ({
        id: chapter.id,
        name: chapter.name.trim() || t('imports.unnamed', { number: index + 1 }),
        chapter,
        canJoin: canJoin(chapter, chapters[index + 1]),
      })),
    [chapters, t],
  );
  const actions = useMemo(
    (): ChapterRowActions => ({
      toggle: (id) => setOpenId((before) => (before === id ? undefined : id)),
      rename: (id, name) =>
        onChange(
          (before) => before.map((chapter) => (chapter.id === id ? { ...chapter, name } : chapter)),
          `name ${id}`,
        ),
      join: (id) => onChange((before) => join(before, id)),
      skip(id) {
        onChange((before) => remove(before, id));
        heading.current?.focus();
      },
      change: (update) => onChange(update),
    }),
    [onChange],
  );
  const closePasting = useCallback(() => setPasting(false), []);
  const label = {
    number: t('imports.number'),
    name: t('imports.chapterName'),
    audio: t('imports.audio'),
    text: t('imports.text'),
    match: t('imports.match'),
    actions: t('imports.actions'),
  };
  const hasAudio = proposal.audios.length > 0 || proposal.files.some(({ seconds }) => seconds !== null);

  return (
    <section className={classes['chapters']} aria-label={t('imports.chaptersHeading')}>
      <div className={classes['head']}>
        <h2 ref={heading} tabIndex={-1} className={classes['heading']}>
          {t('imports.chaptersHeading')}
        </h2>
        <Summary proposal={proposal} chapters={chapters} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconClipboardPlus size={15} />}
          aria-expanded={isPasting}
          disabled={chapters.length === 0}
          onClick={() => setPasting(!isPasting)}
        >
          {t('imports.pasteTitles')}
        </Button>
      </div>
      {isPasting && (
        <TitlesPanel
          count={chapters.length}
          onApply={(titles) => {
            onChange((before) => withTitles(before, titles));
            setPasting(false);
          }}
          onClose={closePasting}
        />
      )}
      {hasAudio && (
        <AudioLine importId={proposal.id} files={proposal.files} chapters={chapters} openId={openId} />
      )}
      {chapters.length === 0 ? (
        <Text className={classes['none'] ?? ''}>{t('imports.noChapters')}</Text>
      ) : (
        <div className={classes['table']}>
          <SortableList
            layout="rows"
            windowSize={PAGE_SIZE}
            entries={entries}
            onChange={(orderedChapters) => onChange(() => orderedChapters.map(({ chapter }) => chapter))}
          >
            {(visibleChapters) => (
              <DataTable columns={Object.values(label)} rowsFrom={52}>
                {visibleChapters.map(({ entry, position }) => (
                  <ChapterRow
                    key={entry.id}
                    proposal={proposal}
                    chapter={entry.chapter}
                    storedChapter={storedChapter.get(entry.id)}
                    name={entry.name}
                    canJoin={entry.canJoin}
                    isOpen={openId === entry.id}
                    position={position}
                    actions={actions}
                  />
                ))}
              </DataTable>
            )}
          </SortableList>
        </div>
      )}
      <SkippedList
        proposal={proposal}
        skipped={skippedContent}
        onInclude={(what) => {
          onChange((before) => revert(before, what, proposal));
          heading.current?.focus();
        }}
      />
    </section>
  );
});

function Summary({ proposal, chapters }: Pick<ProposalChaptersProps, 'proposal' | 'chapters'>) {
  const { t } = useTranslation();
  const count = t('imports.chapters', { count: chapters.length });
  const total = proposal.files.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const chaptersWithAudio = chapters.reduce(
    (sum, { audio }) => sum + (audio ? audio.end - audio.start : 0),
    0,
  );
  return (
    <output className={classes['summary']}>
      {total > 0
        ? t('imports.chaptersSummary', {
            chapters: count,
            clock: toClock(chaptersWithAudio),
            total: toClock(total),
          })
        : count}
    </output>
  );
}
