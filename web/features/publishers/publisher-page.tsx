import { Button, Text } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Publisher } from '#contract/publishers/publishers';
import { AnchorList, ListAnchor } from '#web/core/components/record-page/record-anchor.tsx';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { PublisherForm } from './publisher-dialog.tsx';
import { publishersSlice } from './publishers.slice.ts';

const imagePx = { width: 64, height: 64 };

const summaryOf = ({ id, name, image, thumbnail_url }: Publisher): RecordSummary => ({
  name,
  image: { src: image, thumbnail: thumbnail_url, ...imagePx },
  status: <ViewBooks publisherId={id} />,
});

export function PublisherPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={publishersSlice}
      heading={t('publisher.heading')}
      summary={summaryOf}
      renderForm={(form) => <PublisherForm form={form} />}
      renderContent={(publisher) => <Imprints publisher={publisher} />}
    />
  );
}

function ViewBooks({ publisherId }: { readonly publisherId: number }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={booksAddress({ publisher_id: publisherId, language: '' })}
      variant="default"
      size="compact-sm"
      leftSection={<IconBook size={16} stroke={1.7} aria-hidden="true" />}
    >
      {t('publishers.viewBooks')}
    </Button>
  );
}

/** The imprints of a publisher, with links to their books. */
function Imprints({ publisher: { imprints } }: { readonly publisher: Publisher }) {
  const { t } = useTranslation();
  return (
    <Section title={t('publishers.imprints')}>
      {imprints.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('publishers.noImprints')}
        </Text>
      )}
      <AnchorList>
        {imprints.map(({ id, name }) => (
          <li key={id}>
            <UserText>{name}</UserText>{' '}
            <ListAnchor
              to={booksAddress({ imprint_id: id, language: '' })}
              label={t('publishers.viewBooksOf', { name })}
            >
              {t('publishers.viewBooks')}
            </ListAnchor>
          </li>
        ))}
      </AnchorList>
    </Section>
  );
}
