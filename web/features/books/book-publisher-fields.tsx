import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { type Publisher, publishers } from '#contract/publishers/publishers';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { NameField, type NameInput, type SuggestedName } from '#web/ui/name-field.tsx';
import { imprintFor } from './book-form.ts';

const MAX_OPTIONS = 10;

/** The functions of `useEditor`. */
export interface PublisherEditor {
  readonly values: { readonly publisher: string; readonly imprint: string };
  readonly text: (name: 'publisher' | 'imprint') => NameInput;
  readonly set: (name: 'publisher' | 'imprint', value: string) => void;
}

const noPublishers: readonly Publisher[] = [];

/** Searches publishers by name. A blank text sends no request. */
function usePublisherSearch(search: string) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = { page: 1, items_per_page: MAX_OPTIONS, search };
      return (await createResourceReader(client, publishers).list(query, { signal })).items;
    },
    [search],
  );
  const { value, apiError, retry } = useRemoteRead(search === '' ? undefined : read, {
    attempted_action: t('messages.searchPublishersFailed'),
  });
  return { found: value, items: value ?? noPublishers, hasFailed: apiError !== undefined, retry };
}

const isNamed = (name: string) => {
  const key = contributorNameKey(name);
  return (record: { readonly name: string }) => contributorNameKey(record.name) === key;
};

/** Returns the records whose names contain a text. */
function suggestionsFor(records: readonly SuggestedName[], text: string): readonly SuggestedName[] {
  const key = contributorNameKey(text);
  return records.filter(({ name }) => contributorNameKey(name).includes(key)).slice(0, MAX_OPTIONS);
}
const noSuggestions: readonly SuggestedName[] = [];

/** The publisher and the imprint by name. Imprints of the publisher are suggested while one is typed. */
export function BookPublisherFields({
  editor,
  stored,
}: {
  readonly editor: PublisherEditor;
  readonly stored: Book | undefined;
}) {
  const { t } = useTranslation();
  const { publisher, imprint } = editor.values;
  const [searchText, setSearchText] = useState('');
  const [imprintText, setImprintText] = useState('');
  const search = usePublisherSearch(searchText);
  const ofPublisher = usePublisherSearch(imprintText === '' ? '' : publisher.trim());
  const imprints = ofPublisher.items.find(isNamed(publisher))?.imprints ?? noSuggestions;
  const suggestedImprints = useMemo(
    () => (imprintText === '' ? noSuggestions : suggestionsFor(imprints, imprintText)),
    [imprints, imprintText],
  );

  const change = (name: string) => {
    editor.set('publisher', name);
    editor.set('imprint', imprintFor(name, { imprint, stored }));
  };
  const isNewPublisher =
    publisher.trim() !== '' &&
    publisher.trim() === searchText &&
    search.found !== undefined &&
    !search.items.some(isNamed(publisher));
  const isNewImprint =
    imprint.trim() !== '' &&
    imprint.trim() === imprintText &&
    ofPublisher.found !== undefined &&
    !imprints.some(isNamed(imprint));

  return (
    <>
      <NameField
        field={editor.text('publisher')}
        label={t('books.publisher')}
        hint={isNewPublisher ? t('books.newPublisher') : undefined}
        suggestions={search.items}
        onSearch={setSearchText}
        hasFailed={search.hasFailed}
        onRetry={search.retry}
        onType={change}
        onPick={({ name }) => change(name)}
      />
      <NameField
        field={editor.text('imprint')}
        label={t('books.imprint')}
        hint={isNewImprint ? t('books.newImprint') : undefined}
        suggestions={suggestedImprints}
        onSearch={setImprintText}
        hasFailed={ofPublisher.hasFailed}
        onRetry={ofPublisher.retry}
        onType={(name) => editor.set('imprint', name)}
        onPick={({ name }) => editor.set('imprint', name)}
      />
    </>
  );
}
