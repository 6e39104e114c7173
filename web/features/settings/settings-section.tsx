import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingSection } from '#contract/settings/declared';
import {
  type SectionResponse,
  type SettingsResponse,
  allSettings,
  settingsEndpoints,
} from '#contract/settings/settings';
import { readData } from '#web/core/api/client.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import classes from './settings.module.css';

const readSettings: Read<SettingsResponse> = async (client, signal) =>
  allSettings.parse(readData(await client.call({ ...settingsEndpoints.list, signal })));

/** The screen of one section. */
export function SettingsSection({ section }: { readonly section: SettingSection }) {
  const { t } = useTranslation();
  return (
    <SettingsFrame>
      <SectionPanel section={section} heading={t(`settings.${section}`)} />
    </SettingsFrame>
  );
}

export interface SectionPanelProps {
  readonly section: SettingSection;
  readonly heading: string;
  readonly onSaved?: () => void;
}

/** The settings of one section, with save and reset. */
export function SectionPanel({ section, heading: title, onSaved }: SectionPanelProps) {
  const { t } = useTranslation();
  const { value, isReading, apiError, retry } = useRemoteRead(readSettings, {
    attempted_action: t('settings.fetchFailed'),
  });
  const [saved, setSaved] = useState<{ of: SettingsResponse | undefined; response: SectionResponse }>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form restarts after a save, and the focused field is removed.
  useEffect(() => {
    if (saved) heading.current?.focus();
  }, [saved]);
  // Saved values are shown until all settings are read again.
  const currentSettings = saved && saved.of === value ? saved.response : value?.[section];
  return (
    <>
      {isReading && <Loader aria-label={t('ui.loading')} />}
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {currentSettings && (
        <section className={classes['panel']} aria-labelledby="settings-section">
          <h2 id="settings-section" ref={heading} tabIndex={-1} className={classes['panelHeading']}>
            {title}
          </h2>
          <SettingsForm
            key={currentSettings.version}
            section={section}
            stored={currentSettings}
            onSaved={(response) => {
              setSaved({ of: value, response });
              onSaved?.();
            }}
            onReload={retry}
          />
        </section>
      )}
    </>
  );
}
