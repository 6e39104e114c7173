import { Badge } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { ResourceScreen } from '#web/core/components/resource-list/resource-screen.tsx';
import { ResourceTable } from '#web/core/components/resource-list/resource-table.tsx';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { useClientList } from '#web/core/components/resource-list/use-client-list.ts';
import { Notice, type NoticeText } from '#web/ui/notice.tsx';
import { MobileConfigDialog } from './mobile-config-dialog.tsx';
import { MobileConfigView } from './mobile-config-view.tsx';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import { SetToMainButton } from './set-to-main-button.tsx';
import { useSavedContent } from './use-saved-content.ts';

const textsOf = ({ title }: MobileConfig) => [title];

export function MobileConfigsScreen() {
  const { t } = useTranslation();
  const list = useClientList(mobileConfigsSlice, textsOf);
  const views = useAddressViews('mobile-configs', ['search']);
  const [viewed, setViewed] = useState<MobileConfig>();
  const [notice, setNotice] = useState<NoticeText>();
  const savedContent = useSavedContent();
  const report = (next: NoticeText | undefined) => {
    savedContent.clear();
    setNotice(next);
  };
  return (
    <>
      <ResourceScreen
        kind="mobile-configs"
        {...list}
        icon={IconDeviceMobile}
        views={views}
        report={report}
        notice={
          <Notice notice={notice} addition={savedContent.detail} onClose={() => report(undefined)}>
            <SetToMainButton {...savedContent.fix} />
          </Notice>
        }
        onView={setViewed}
        renderDialog={(dialog) => <MobileConfigDialog {...dialog} onContentSaved={savedContent.check} />}
      >
        {(actions) => (
          <ResourceTable
            {...actions}
            kind="mobile-configs"
            items={list.list.items}
            rowsFrom={34}
            hasMenu={false}
            viewLabel={(name) => t('mobileConfigs.view', { name })}
            nameLabel={t('mobileConfigs.title')}
            recordOf={({ title: name }) => ({ name })}
            columns={[
              {
                key: 'is_main_service',
                label: t('mobileConfigs.isMainService'),
                render: ({ is_main_service: isMain }) => (
                  <Badge variant="light" color={isMain ? 'green' : 'gray'}>
                    {t(isMain ? 'mobileConfigs.yes' : 'mobileConfigs.no')}
                  </Badge>
                ),
              },
            ]}
          />
        )}
      </ResourceScreen>
      <MobileConfigView config={viewed} onClose={() => setViewed(undefined)} />
    </>
  );
}
