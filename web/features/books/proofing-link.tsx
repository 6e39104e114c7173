import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Book } from '#contract/books/books';
import { proofingPath } from '#web/core/lib/proofing-path.ts';

/** Links to the proofing report of a book. Hidden for books without chapters. */
export function ProofingLink({ book: { id, chapters = [] } }: { readonly book: Book }) {
  const { t } = useTranslation();
  if (chapters.length === 0) return null;
  return (
    <Button
      component={Link}
      to={proofingPath(id)}
      size="xs"
      variant="default"
      leftSection={<IconListCheck size={14} aria-hidden="true" />}
    >
      {t('proofing.open')}
    </Button>
  );
}
