import { useTranslation } from 'react-i18next';
import type { Series } from '#contract/series/series';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { SeriesActions } from './series-actions.tsx';
import { SeriesForm } from './series-dialog.tsx';
import { seriesSlice } from './series.slice.ts';

const imagePx = { width: 64, height: 64 };

const summaryOf = (item: Series): RecordSummary => ({
  name: item.title,
  image: { src: item.image, thumbnail: item.thumbnail_url, ...imagePx },
  status: <SeriesActions series={item} />,
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
