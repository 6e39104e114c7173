import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageLabel } from '#contract/core/languages';
import { type LanguageCount, languageCounts, languageCountsEndpoint } from '#contract/search/search';
import { readData } from '#web/core/api/client.ts';
import type { Query } from '#web/core/api/encode.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';

export interface OtherLanguagesProps {
  /** The query of the list. */
  readonly query: Query;
  /** The code of the language without results. */
  readonly language: number;
  readonly onChoose: (language: number) => void;
}

const readerOf =
  (query: Query): Read<LanguageCount[]> =>
  async (client, signal) =>
    languageCounts.parse(
      readData(await client.call({ ...languageCountsEndpoint, query, isInRelease: true, signal })),
    );

/** Shown for a search without results: the number of results in other languages, each with a link. */
export function OtherLanguages({ query, language, onChoose }: OtherLanguagesProps) {
  const { t } = useTranslation();
  const otherQuery = useMemo(() => {
    const { page: _page, items_per_page: _size, language: _language, ...rest } = query;
    return JSON.stringify(rest);
  }, [query]);
  const { value } = useRemoteRead(
    useMemo(() => readerOf(JSON.parse(otherQuery) as Query), [otherQuery]),
    { attempted_action: t('books.languagesFailed') },
  );
  const others = value?.filter(({ language: other }) => other !== language) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label={t('books.otherLanguages')}>
      <Group gap="xs" justify="center">
        <Text size="sm">{t('books.inLanguage', { count: 0, language: languageLabel(language) })}</Text>
        {others.map(({ language: other, total }) => (
          <Button key={other} variant="light" size="xs" onClick={() => onChoose(other)}>
            {t('books.inLanguage', { count: total, language: languageLabel(other) })}
          </Button>
        ))}
      </Group>
    </section>
  );
}
