import { Button, Menu, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowMerge, IconDots, IconPlus, IconScissors, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import { chapterOf } from '../model/book-content.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { ChaptersTable } from './chapters-table.tsx';
import { ChosenTimes } from './chosen-times.tsx';
import { CopyPanel } from './copy-panel.tsx';
import { PastePanel } from './paste-panel.tsx';
import { ShiftPanel } from './shift-panel.tsx';
import { SuggestPanel } from './suggest-panel.tsx';
import { useOwnAudio } from './use-own-audio.tsx';
import classes from './chapters.module.css';
import { useLocale } from '#web/core/components/use-locale.ts';
import { countFormat } from '#web/core/lib/formats.ts';

/** The widths at which the table has no space for the columns of end and duration. */
const NARROW_QUERY = '(max-width: 33em), (min-width: 62em) and (max-width: 76em)';

type Panel = 'suggest' | 'paste' | 'copy' | 'shift';

/** The chapters and their actions. */
export function ChaptersPane() {
  const { t } = useTranslation();
  const locale = useLocale();
  const contentEditor = useContentEditor();
  const [panel, setPanel] = useState<Panel>();
  const canEdit = useValue(contentEditor.canEdit);
  const { files, total } = useValue(contentEditor.timeline);
  const chosenChapter = useValue(contentEditor.chosen);
  const count = useBookContent((bookContent) => bookContent.chapters.length);
  const chapter = useBookContent((bookContent) => chapterOf(bookContent, chosenChapter));
  const hasSilences = files.some(({ silences }) => silences.length > 0);
  const ownAudio = useOwnAudio();
  const isNarrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  const close = () => setPanel(undefined);
  const withChosen = (act: (key: string) => void) => () => chosenChapter !== undefined && act(chosenChapter);
  const step = (by: 1 | -1) =>
    withChosen((key) => contentEditor.move(key, contentEditor.numberOf(key) - 1 + by));

  return (
    <section className={classes['pane']} aria-label={t('contentEditor.chapters')}>
      <div className={classes['head']}>
        <Title order={2}>
          <span className={classes['title']}>{t('contentEditor.chapters')}</span>
          <span className={classes['count']}>{countFormat(locale).format(count)}</span>
        </Title>
        {canEdit && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconScissors size={15} />}
              disabled={total === 0 || count === 0}
              onClick={contentEditor.split}
            >
              {t('contentEditor.split')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowMerge size={15} />}
              disabled={!chapter}
              onClick={withChosen(contentEditor.merge)}
            >
              {t('contentEditor.merge')}
            </Button>
            <IconAction
              label={t('contentEditor.delete')}
              color="red"
              icon={<IconTrash size={16} stroke={1.7} />}
              disabled={!chapter}
              onClick={withChosen(contentEditor.remove)}
            />
            <IconAction
              label={t('contentEditor.addChapter')}
              icon={<IconPlus size={17} stroke={1.9} />}
              onClick={contentEditor.add}
            />
          </>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconAction
              label={t('contentEditor.moreOfChapters')}
              icon={<IconDots size={17} stroke={1.9} />}
            />
          </Menu.Target>
          <Menu.Dropdown>
            {canEdit && (
              <>
                <Menu.Item disabled={!hasSilences} onClick={() => setPanel('suggest')}>
                  {t('contentEditor.suggest')}
                </Menu.Item>
                <Menu.Item onClick={() => setPanel('paste')}>{t('contentEditor.pasteList')}</Menu.Item>
              </>
            )}
            <Menu.Item onClick={() => setPanel('copy')}>{t('contentEditor.copyList')}</Menu.Item>
            {canEdit && (
              <>
                <Menu.Item disabled={total === 0} onClick={() => setPanel('shift')}>
                  {t('contentEditor.shift')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item disabled={!chapter} onClick={step(-1)}>
                  {t('contentEditor.moveUp')}
                </Menu.Item>
                <Menu.Item disabled={!chapter} onClick={step(1)}>
                  {t('contentEditor.moveDown')}
                </Menu.Item>
                <Menu.Item
                  disabled={!chapter}
                  onClick={withChosen((key) => contentEditor.lock(key, chapter?.isLocked !== true))}
                >
                  {t(chapter?.isLocked ? 'contentEditor.unlock' : 'contentEditor.lock')}
                </Menu.Item>
                <Menu.Item disabled={!chapter || chapter.isLocked} onClick={withChosen(ownAudio.choose)}>
                  {t('contentEditor.ownAudio')}
                </Menu.Item>
                {chapter?.audio && (
                  <Menu.Item disabled={chapter.isLocked} onClick={withChosen(ownAudio.remove)}>
                    {t('contentEditor.removeAudio')}
                  </Menu.Item>
                )}
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      {ownAudio.view}
      {panel === 'suggest' && <SuggestPanel onClose={close} />}
      {panel === 'paste' && <PastePanel onClose={close} />}
      {panel === 'copy' && <CopyPanel onClose={close} />}
      {panel === 'shift' && <ShiftPanel onClose={close} />}
      <ChaptersTable />
      {isNarrow && chapter?.audio && <ChosenTimes chapter={chapter} audio={chapter.audio} />}
    </section>
  );
}
