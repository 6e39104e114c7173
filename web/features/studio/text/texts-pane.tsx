import { Button, Menu, Progress, SegmentedControl, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDots, IconSearch, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toClock } from '../../../lib/durations.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { wordsIn } from '../model/counts.ts';
import { useInside, useStudio } from '../studio-context.ts';
import type { Align } from '../use-align.ts';
import { useValue } from '../value-store.ts';
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

/** The texts of the book, edited in place or listened to, and put together with the sound. */
export function TextsPane({ align, isListening, onListening }: TextsPaneProps) {
  const { t } = useTranslation();
  const studio = useStudio();
  const text = useTextPane();
  const textFile = useTextFile(text);
  const [panel, setPanel] = useState<'find' | 'tap'>();
  const canEdit = useValue(studio.canEdit);
  const { total } = useValue(studio.timeline);
  const chosen = useValue(studio.chosen);
  const active = useValue(studio.active);
  const words = useInside(wordsIn);
  const count = useInside(doubtfulIn);
  const seconds = words * studio.book.secondsPerWord;
  const withActive = (act: (place: NonNullable<typeof active>) => void) => () => active && act(active);

  return (
    <section className={pane['pane']} aria-label={t('studio.text')} {...textFile.target}>
      <div className={pane['head']}>
        <Title order={2}>
          <span className={pane['title']}>{t('studio.text')}</span>
          <span className={pane['count']}>
            {t('studio.words', { count: words })}
            {words > 0 && ` · ${t('studio.readingTime', { clock: toClock(seconds) })}`}
          </span>
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('studio.mode')}
          value={isListening ? 'listen' : 'edit'}
          onChange={(value) => onListening(value === 'listen')}
          data={[
            { value: 'edit', label: t('studio.modeEdit') },
            { value: 'listen', label: t('studio.modeListen') },
          ]}
        />
        {canEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                leftSection={<IconWand size={15} />}
                disabled={total === 0 || words === 0 || align.progress !== undefined}
              >
                {t('studio.align')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={chosen === undefined} onClick={() => void align.align('chapter')}>
                {t('studio.alignChapter')}
              </Menu.Item>
              <Menu.Item onClick={() => void align.align('doubtful')}>{t('studio.alignDoubtful')}</Menu.Item>
              <Menu.Item onClick={() => void align.align('all')}>{t('studio.alignAll')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        <IconAction
          label={t('studio.find')}
          icon={<IconSearch size={16} stroke={1.8} />}
          aria-pressed={panel === 'find'}
          onClick={() => setPanel(panel === 'find' ? undefined : 'find')}
        />
        {canEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconAction label={t('studio.moreOfText')} icon={<IconDots size={17} stroke={1.9} />} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                disabled={chosen === undefined}
                onClick={() => chosen !== undefined && text.goTo(text.edits.append(chosen, ['']))}
              >
                {t('studio.addText')}
              </Menu.Item>
              <Menu.Item disabled={chosen === undefined} onClick={textFile.choose}>
                {t('studio.importText')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive(({ chapter, key }) => studio.splitBefore(chapter, key))}
              >
                {t('studio.splitHere')}
              </Menu.Item>
              <Menu.Item disabled={!active} onClick={withActive((place) => text.edits.toNeighbour(place, 1))}>
                {t('studio.toNext')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive((place) => text.edits.toNeighbour(place, -1))}
              >
                {t('studio.toPrevious')}
              </Menu.Item>
              <Menu.Item disabled={!active} onClick={withActive((place) => text.edits.move(place, -1))}>
                {t('studio.textUp')}
              </Menu.Item>
              <Menu.Item disabled={!active} onClick={withActive((place) => text.edits.move(place, 1))}>
                {t('studio.textDown')}
              </Menu.Item>
              <Menu.Item
                disabled={!active}
                onClick={withActive((place) => {
                  text.edits.remove(place);
                  studio.active.set(undefined);
                })}
              >
                {t('studio.removeText')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item disabled={total === 0} onClick={() => setPanel('tap')}>
                {t('studio.tapAlong')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {align.progress !== undefined && (
        <div className={classes['aligning']}>
          <span>{align.stage || t('studio.aligning')}</span>
          <Progress value={align.progress * 100} size="sm" aria-label={t('studio.aligning')} />
        </div>
      )}
      {count > 0 && (
        <div className={classes['doubts']}>
          <span>{t('studio.doubtfulCount', { count })}</span>
          <IconAction
            label={t('studio.previousDoubtful')}
            icon={<IconChevronUp size={17} stroke={1.9} />}
            onClick={() => studio.walkDoubtful(-1)}
          />
          <IconAction
            label={t('studio.nextDoubtful')}
            icon={<IconChevronDown size={17} stroke={1.9} />}
            onClick={() => studio.walkDoubtful(1)}
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

const counted = new WeakMap<object, number>();

/** How many paragraphs have something doubtful. */
function doubtfulIn({ chapters }: Parameters<typeof wordsIn>[0]): number {
  let count = 0;
  for (const chapter of chapters) {
    let own = counted.get(chapter);
    if (own === undefined) {
      own = chapter.paragraphs.filter(({ state }) => state === 'doubtful' || state === 'unspoken').length;
      counted.set(chapter, own);
    }
    count += own;
  }
  return count;
}
