import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countMatches, replaceAll } from '../model/find-replace.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import pane from '../chapters/chapters.module.css';

/** Finds a text in the whole book, shows the number of matches, and replaces all. */
export function FindPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const canEdit = useValue(contentEditor.canEdit);
  const bookContent = useBookContent((document) => document);
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [matchesCase, setMatchesCase] = useState(true);
  const [wholeWords, setWholeWords] = useState(false);
  const searchText = useDeferredValue(text);
  const query = useMemo(
    () => ({ text: searchText, matchesCase, wholeWords }),
    [searchText, matchesCase, wholeWords],
  );
  const { matches, paragraphs, first } = useMemo(
    () => countMatches(bookContent, query),
    [bookContent, query],
  );

  const replace = () =>
    contentEditor.change('replace', (document) => replaceAll(document, query, by), {
      about: { text: searchText, count: matches },
    });
  const show = () => {
    if (!first) return;
    contentEditor.choose(first.chapter);
    contentEditor.sentence.set({ chapter: first.chapter, paragraph: first.key, index: 0 });
  };

  return (
    <section className={pane['panel']} aria-label={t('contentEditor.find')}>
      <div className={pane['panelRow']}>
        <TextInput
          size="xs"
          label={t('contentEditor.findText')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the field with the button above it
          autoFocus
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {canEdit && (
          <TextInput
            size="xs"
            label={t('contentEditor.replaceBy')}
            value={by}
            onChange={({ currentTarget: { value } }) => setBy(value)}
          />
        )}
      </div>
      <div className={pane['panelRow']}>
        <Checkbox
          size="xs"
          label={t('contentEditor.matchCase')}
          checked={matchesCase}
          onChange={({ currentTarget: { checked } }) => setMatchesCase(checked)}
        />
        <Checkbox
          size="xs"
          label={t('contentEditor.wholeWords')}
          checked={wholeWords}
          onChange={({ currentTarget: { checked } }) => setWholeWords(checked)}
        />
        <output className={pane['hint']}>
          {searchText !== '' &&
            t('contentEditor.found', {
              count: matches,
              paragraphs: t('contentEditor.inParagraphs', { count: paragraphs }),
            })}
        </output>
        <Button size="xs" variant="default" disabled={!first} onClick={show}>
          {t('contentEditor.showFirst')}
        </Button>
        {canEdit && (
          <Button size="xs" disabled={matches === 0} onClick={replace}>
            {t('contentEditor.replaceAll')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </section>
  );
}
