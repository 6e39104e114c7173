import { useTranslation } from 'react-i18next';
import type { Series } from '#contract/series/series';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { SeriesForm } from './series-dialog.tsx';
import { seriesSlice } from './series.slice.ts';

const imagePx = { width: 64, height: 64 };

const summaryOf = ({ title, image, thumbnail_url }: Series): RecordSummary => ({
  name: title,
  image: { src: image, thumbnail: thumbnail_url, ...imagePx },
});

export function SeriesPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={seriesSlice}
      heading={t('oneSeries.heading')}
      summary={summaryOf}
      renderForm={(form) => <SeriesForm form={form} />}
    />
  );
}
