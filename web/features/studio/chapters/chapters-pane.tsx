import { Button, Menu, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowMerge, IconDots, IconPlus, IconScissors, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../ui/icon-action.tsx';
import { chapterOf } from '../model/inside.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import { ChaptersTable } from './chapters-table.tsx';
import { ChosenTimes } from './chosen-times.tsx';
import { CopyPanel } from './copy-panel.tsx';
import { PastePanel } from './paste-panel.tsx';
import { ShiftPanel } from './shift-panel.tsx';
import { SuggestPanel } from './suggest-panel.tsx';
import { useOwnSound } from './use-own-sound.tsx';
import classes from './chapters.module.css';
import { useLocale } from '../../../widgets/use-locale.ts';

/** Where the table has no room for its columns of end and length. */
const CRAMPED = '(max-width: 33em), (min-width: 62em) and (max-width: 76em)';

type Panel = 'suggest' | 'paste' | 'copy' | 'shift';

/** The chapters, and all that can be done with them. */
export function ChaptersPane() {
  const { t } = useTranslation();
  const locale = useLocale();
  const studio = useStudio();
  const [panel, setPanel] = useState<Panel>();
  const canEdit = useValue(studio.canEdit);
  const { files, total } = useValue(studio.timeline);
  const chosen = useValue(studio.chosen);
  const count = useInside((inside) => inside.chapters.length);
  const chapter = useInside((inside) => chapterOf(inside, chosen));
  const hasSilences = files.some(({ silences }) => silences.length > 0);
  const ownSound = useOwnSound();
  const isCramped = useMediaQuery(CRAMPED, false, { getInitialValueInEffect: false });
  const close = () => setPanel(undefined);
  const withChosen = (act: (key: string) => void) => () => chosen !== undefined && act(chosen);
  const step = (by: 1 | -1) => withChosen((key) => studio.move(key, studio.numberOf(key) - 1 + by));

  return (
    <section className={classes['pane']} aria-label={t('studio.chapters')}>
      <div className={classes['head']}>
        <Title order={2}>
          <span className={classes['title']}>{t('studio.chapters')}</span>
          <span className={classes['count']}>{count.toLocaleString(locale)}</span>
        </Title>
        {canEdit && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconScissors size={15} />}
              disabled={total === 0 || count === 0}
              onClick={studio.split}
            >
              {t('studio.split')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowMerge size={15} />}
              disabled={!chapter}
              onClick={withChosen(studio.merge)}
            >
              {t('studio.merge')}
            </Button>
            <IconAction
              label={t('studio.delete')}
              color="red"
              icon={<IconTrash size={16} stroke={1.7} />}
              disabled={!chapter}
              onClick={withChosen(studio.remove)}
            />
            <IconAction
              label={t('studio.addChapter')}
              icon={<IconPlus size={17} stroke={1.9} />}
              onClick={studio.add}
            />
          </>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconAction label={t('studio.moreOfChapters')} icon={<IconDots size={17} stroke={1.9} />} />
          </Menu.Target>
          <Menu.Dropdown>
            {canEdit && (
              <>
                <Menu.Item disabled={!hasSilences} onClick={() => setPanel('suggest')}>
                  {t('studio.suggest')}
                </Menu.Item>
                <Menu.Item onClick={() => setPanel('paste')}>{t('studio.pasteList')}</Menu.Item>
              </>
            )}
            <Menu.Item onClick={() => setPanel('copy')}>{t('studio.copyList')}</Menu.Item>
            {canEdit && (
              <>
                <Menu.Item disabled={total === 0} onClick={() => setPanel('shift')}>
                  {t('studio.shift')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item disabled={!chapter} onClick={step(-1)}>
                  {t('studio.moveUp')}
                </Menu.Item>
                <Menu.Item disabled={!chapter} onClick={step(1)}>
                  {t('studio.moveDown')}
                </Menu.Item>
                <Menu.Item
                  disabled={!chapter}
                  onClick={withChosen((key) => studio.lock(key, chapter?.isLocked !== true))}
                >
                  {t(chapter?.isLocked ? 'studio.unlock' : 'studio.lock')}
                </Menu.Item>
                <Menu.Item disabled={!chapter || chapter.isLocked} onClick={withChosen(ownSound.choose)}>
                  {t('studio.ownSound')}
                </Menu.Item>
                {chapter?.sound && (
                  <Menu.Item disabled={chapter.isLocked} onClick={withChosen(ownSound.remove)}>
                    {t('studio.removeSound')}
                  </Menu.Item>
                )}
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      {ownSound.view}
      {panel === 'suggest' && <SuggestPanel onClose={close} />}
      {panel === 'paste' && <PastePanel onClose={close} />}
      {panel === 'copy' && <CopyPanel onClose={close} />}
      {panel === 'shift' && <ShiftPanel onClose={close} />}
      <ChaptersTable />
      {isCramped && chapter?.sound && <ChosenTimes chapter={chapter} sound={chapter.sound} />}
    </section>
  );
}
