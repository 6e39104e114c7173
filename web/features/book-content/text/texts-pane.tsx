import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button, Menu, Progress, SegmentedControl, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDots, IconSearch, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { IconAction } from '#web/ui/icon-action.tsx';
import { wordsIn } from '../model/counts.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useIsInRelease } from '#web/core/components/release/use-release.ts';
import type { Align } from '../use-align.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { FindPanel } from './find-panel.tsx';
import { TapPanel } from './tap-panel.tsx';
import { TextList } from './text-list.tsx';
import { useTextFile } from './use-text-file.tsx';
import { useTextPane } from './use-text-pane.ts';
import pane from '../chapters/chapters.module.css';
import classes from './text.module.css';

export interface TextsPaneProps {
  readonly align: Align;
  readonly isListening: boolean;
  readonly onListening: (isListening: boolean) => void;
}

/** The texts of the book, for editing or playback, and their alignment with the audio. */
export function TextsPane({ align, isListening, onListening }: TextsPaneProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const text = useTextPane();
  const textFile = useTextFile(text);
  const [panel, setPanel] = useState<'find' | 'tap'>();
  const canEdit = useValue(contentEditor.canEdit);
  const isInRelease = useIsInRelease();
  const { total } = useValue(contentEditor.timeline);
  const chosenChapter = useValue(contentEditor.chosen);
  const active = useValue(contentEditor.active);
  const words = useBookContent(wordsIn);
  const count = useBookContent(lowConfidenceIn);
  const seconds = words * contentEditor.book.secondsPerWord;
  const withActive = (act: (position: NonNullable<typeof active>) => void) => () => active && act(active);

  return (
    <section className={pane['pane']} aria-label={t('contentEditor.text')} {...textFile.target}>
      <div className={pane['head']}>
        <Title order={2}>
          <span className={pane['title']}>{t('contentEditor.text')}</span>
          <span className={pane['count']}>
            {t('contentEditor.words', { count: words })}
            {words > 0 && ` · ${t('contentEditor.readingTime', { clock: toClock(seconds) })}`}
          </span>
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('contentEditor.mode')}
          value={isListening ? 'listen' : 'edit'}
          onChange={(value) => onListening(value === 'listen')}
          data={[
            { value: 'edit', label: t('contentEditor.modeEdit') },
            { value: 'listen', label: t('contentEditor.modeListen') },
          ]}
        />
        {canEdit && isInRelease && (
          <Text size="xs" c="dimmed">
            {t('contentEditor.alignLiveOnly')}
          </Text>
        )}
        {canEdit && !isInRelease && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                leftSection={<IconWand size={15} />}
                disabled={total === 0 || words === 0 || align.progress !== undefined}
              >
                {t('contentEditor.align')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={chosenChapter === undefined} onClick={() => void align.align('chapter')}>
                {t('contentEditor.alignChapter')}
              </Menu.Item>
              <Menu.Item onClick={() => void align.align('needs_review')}>
                {t('contentEditor.syncItemsToReview')}
              </Menu.Item>
              <Menu.Item onClick={() => void align.align('all')}>{t('contentEditor.alignAll')}</Menu.Item>
              <Menu.Item onClick={() => void align.align('match')}>
                {t('contentEditor.matchChapters')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        <IconAction
          label={t('contentEditor.find')}
          icon={<IconSearch size={16} stroke={1.8} />}
          aria-pressed={panel === 'find'}
          onClick={() => setPanel(panel === 'find' ? undefined : 'find')}
        />
        {canEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconAction label={t('contentEditor.moreOfText')} icon={<IconDots size={17} stroke={1.9} />} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                disabled={chosenChapter === undefined}
                onClick={() =>
                  chosenChapter !== undefined && text.goTo(text.edits.append(chosenChapter, ['']))
                }
              >
                {t('contentEditor.addText')}
              </Menu.Item>
              <Menu.Item disabled={chosenChapter === undefined} onClick={textFile.choose}>
                {t('contentEditor.importText')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive(({ chapter, key }) => contentEditor.splitBefore(chapter, key))}
              >
                {t('contentEditor.splitHere')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive((location) => text.edits.toNeighbour(location, 1))}
              >
                {t('contentEditor.toNext')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive((target) => text.edits.toNeighbour(target, -1))}
              >
                {t('contentEditor.toPrevious')}
              </Menu.Item>
              <Menu.Item disabled={!active} onClick={withActive((position) => text.edits.move(position, -1))}>
                {t('contentEditor.textUp')}
              </Menu.Item>
              <Menu.Item disabled={!active} onClick={withActive((position) => text.edits.move(position, 1))}>
                {t('contentEditor.textDown')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive((position) => {
                  text.edits.remove(position);
                  contentEditor.active.set(undefined);
                })}
              >
                {t('contentEditor.removeText')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item disabled={total === 0} onClick={() => setPanel('tap')}>
                {t('contentEditor.tapAlong')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {align.progress !== undefined && (
        <div className={classes['aligning']}>
          <span>{align.stage || t('contentEditor.aligning')}</span>
          <Progress value={align.progress * 100} size="sm" aria-label={t('contentEditor.aligning')} />
        </div>
      )}
      {count > 0 && (
        <div className={classes['uncertain']}>
          <span>{t('contentEditor.reviewCount', { count })}</span>
          <IconAction
            label={t('contentEditor.previousToReview')}
            icon={<IconChevronUp size={17} stroke={1.9} />}
            onClick={() => contentEditor.goToLowConfidence(-1)}
          />
          <IconAction
            label={t('contentEditor.nextToReview')}
            icon={<IconChevronDown size={17} stroke={1.9} />}
            onClick={() => contentEditor.goToLowConfidence(1)}
          />
        </div>
      )}
      {textFile.view}
      {panel === 'find' && <FindPanel onClose={() => setPanel(undefined)} />}
      {panel === 'tap' && <TapPanel onClose={() => setPanel(undefined)} />}
      <TextList pane={text} isListening={isListening} />
    </section>
  );
}

const countedTexts = new WeakMap<object, number>();

/** Returns the number of paragraphs with low confidence. */
function lowConfidenceIn({ chapters }: Parameters<typeof wordsIn>[0]): number {
  let count = 0;
  for (const chapter of chapters) {
    let own = countedTexts.get(chapter);
    if (own === undefined) {
      own = chapter.paragraphs.filter(
        ({ state }) => state === 'low_confidence' || state === 'missing_in_audio',
      ).length;
      countedTexts.set(chapter, own);
    }
    count += own;
  }
  return count;
}
