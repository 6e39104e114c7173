import { Button, Group } from '@mantine/core';
import { IconBook, IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Series } from '#contract/series/series';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useSave } from '#web/core/components/use-save.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { collectionsSlice } from '#web/features/collections/collections.slice.ts';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Opens the books of a series in their list, and creates a collection with the stored title, description and books. */
export function SeriesActions({ series }: { readonly series: Series }) {
  const { t } = useTranslation();
  const canCreate = useCanEdit('collections');
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={booksAddress({ series_id: series.id, language: '' })}
        variant="default"
        size="compact-sm"
        leftSection={<IconBook size={16} stroke={1.7} aria-hidden="true" />}
      >
        {t('series.viewBooks')}
      </Button>
      {canCreate && series.books.length > 0 && <CreateCollection series={series} />}
    </Group>
  );
}

function CreateCollection({ series: { title, description, books } }: { readonly series: Series }) {
  const { t } = useTranslation();
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const navigate = useNavigate();
  const { saving, save } = useSave(collectionsSlice, undefined);
  const { created } = collectionsSlice.declaration.messages;
  const create = async () => {
    const outcome = await save({ title, description, book_codes: books.map(({ code }) => code) });
    if ('apiError' in outcome) {
      toast('error', outcome.apiError.message);
      return;
    }
    toast('success', savedMessage(created));
    if (outcome.saved) await navigate(recordAddress('collections', outcome.saved.id));
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconStack2 size={16} stroke={1.7} aria-hidden="true" />}
      loading={saving !== undefined}
      onClick={() => void create()}
    >
      {t('series.createCollection')}
    </Button>
  );
}
