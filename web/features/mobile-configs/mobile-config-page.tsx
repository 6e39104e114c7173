import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { MobileConfigForm } from './mobile-config-form.tsx';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';

function MainService() {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color="green" tt="none">
      {t('mobileConfigs.isMainService')}
    </Badge>
  );
}

const summaryOf = ({ title, is_main_service }: MobileConfig): RecordSummary => ({
  name: title,
  status: is_main_service && <MainService />,
});

export function MobileConfigPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={mobileConfigsSlice}
      heading={t('mobileConfig.heading')}
      summary={summaryOf}
      renderForm={(form) => <MobileConfigForm form={form} />}
      isWide
      isNeverUsed
    />
  );
}
