import '@mantine/core/styles/SegmentedControl.layer.css';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languagesInForce } from '#contract/core/languages';
import { countryOptions } from '#web/core/lib/territory-names.ts';
import blockClasses from './config-blocks.module.css';
import classes from './home-preview.module.css';
import type { PreviewView } from './use-viewed-preview.ts';

/** The service, the language and the country of the app in the preview. They do not change the form. */
export function PreviewSwitches({ view }: { readonly view: PreviewView }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <SegmentedControl
        className={blockClasses['switch'] ?? ''}
        aria-label={t('mobileConfigs.previewService')}
        value={view.isMain ? 'main' : 'backup'}
        onChange={(service) => view.setMain(service === 'main')}
        data={[
          { value: 'main', label: t('mobileConfigs.previewMain') },
          { value: 'backup', label: t('mobileConfigs.previewBackup') },
        ]}
      />
      <NativeSelect
        className={classes['language'] ?? ''}
        aria-label={t('mobileConfigs.previewLanguage')}
        value={view.language}
        data={[
          { value: '', label: t('ui.allLanguages') },
          ...languagesInForce().map(({ short, label }) => ({ value: short, label })),
        ]}
        onChange={({ currentTarget: { value } }) => view.setLanguage(value)}
      />
      <NativeSelect
        className={classes['language'] ?? ''}
        aria-label={t('mobileConfigs.previewCountry')}
        value={view.country}
        data={[{ value: '', label: t('mobileConfigs.allCountries') }, ...countryOptions(i18n.language)]}
        onChange={({ currentTarget: { value } }) => view.setCountry(value)}
      />
    </>
  );
}
