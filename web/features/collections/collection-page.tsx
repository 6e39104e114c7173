import { useTranslation } from 'react-i18next';
import type { Collection } from '#contract/collections/collections';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { CollectionForm } from './collection-dialog.tsx';
import { collectionsSlice } from './collections.slice.ts';

const imagePx = { width: 64, height: 64 };

const summaryOf = ({ title, image, thumbnail_url }: Collection): RecordSummary => ({
  name: title,
  image: { src: image, thumbnail: thumbnail_url, ...imagePx },
});

export function CollectionPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={collectionsSlice}
      heading={t('collection.heading')}
      summary={summaryOf}
      renderForm={(form) => <CollectionForm form={form} />}
    />
  );
}
