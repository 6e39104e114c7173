import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countFindings, replaceAll } from '../model/find-replace.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import pane from '../chapters/chapters.module.css';

/** Finds a text in the whole book, says how often it is there, and replaces it everywhere. */
export function FindPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudio();
  const canEdit = useValue(studio.canEdit);
  const inside = useInside((document) => document);
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [matchesCase, setMatchesCase] = useState(true);
  const [wholeWords, setWholeWords] = useState(false);
  const wanted = useDeferredValue(text);
  const finding = useMemo(
    () => ({ text: wanted, matchesCase, wholeWords }),
    [wanted, matchesCase, wholeWords],
  );
  const { places, paragraphs, first } = useMemo(() => countFindings(inside, finding), [inside, finding]);

  const replace = () =>
    studio.change('replace', (document) => replaceAll(document, finding, by), {
      about: { text: wanted, count: places },
    });
  const show = () => {
    if (!first) return;
    studio.choose(first.chapter);
    studio.sentence.set({ chapter: first.chapter, paragraph: first.key, index: 0 });
  };

  return (
    <section className={pane['panel']} aria-label={t('studio.find')}>
      <div className={pane['panelRow']}>
        <TextInput
          size="xs"
          label={t('studio.findText')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the button above it
          autoFocus
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {canEdit && (
          <TextInput
            size="xs"
            label={t('studio.replaceBy')}
            value={by}
            onChange={({ currentTarget: { value } }) => setBy(value)}
          />
        )}
      </div>
      <div className={pane['panelRow']}>
        <Checkbox
          size="xs"
          label={t('studio.matchCase')}
          checked={matchesCase}
          onChange={({ currentTarget: { checked } }) => setMatchesCase(checked)}
        />
        <Checkbox
          size="xs"
          label={t('studio.wholeWords')}
          checked={wholeWords}
          onChange={({ currentTarget: { checked } }) => setWholeWords(checked)}
        />
        <output className={pane['hint']}>
          {wanted !== '' && t('studio.found', { count: places, paragraphs })}
        </output>
        <Button size="xs" variant="default" disabled={!first} onClick={show}>
          {t('studio.showFirst')}
        </Button>
        {canEdit && (
          <Button size="xs" disabled={places === 0} onClick={replace}>
            {t('studio.replaceAll')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </section>
  );
}
