import { NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { colorSchemes, isLocale, type Preferences } from '#contract/users/preferences';
import { pageSizes } from '#web/core/lib/list-view.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { changePreferences, selectPreferences } from '#web/core/store/preferences.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { countFormat, dateTimeFormat } from '#web/core/lib/formats.ts';

/** Locales with different formats of times and numbers. Another current locale of the account is also offered. */
const locales = ['en-GB', 'en-US', 'tr-TR', 'pt-PT', 'pt-BR', 'es-ES', 'de-DE', 'fr-FR', 'it-IT', 'nl-NL'];

/** A time and a number as examples of the formats. */
const sample = { time: new Date(2026, 10, 28, 16, 5), number: 12_345.6 };

/** The preferences of the account on all devices. Each choice applies immediately. */
export function InterfaceForm({ preferences }: { readonly preferences: Preferences }) {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const locale = useLocale();
  const { color_scheme, rows, locale: chosen } = useAppSelector(selectPreferences) ?? preferences;
  const change = (changes: Partial<Preferences>) => void dispatch(changePreferences(changes));

  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  const offeredLocales =
    chosen !== null && isLocale(chosen) ? new Set([...locales, chosen]) : new Set(locales);
  const lengths = [...new Set<number>([...pageSizes, rows])].toSorted((a, b) => a - b);
  const time = dateTimeFormat(locale);
  const number = countFormat(locale);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('profile.interfaceLead')}
      </Text>
      <NativeSelect
        label={t('profile.colorScheme')}
        value={color_scheme}
        data={colorSchemes.map((scheme) => ({ value: scheme, label: t(`profile.schemes.${scheme}`) }))}
        onChange={({ currentTarget }) => {
          const scheme = colorSchemes.find((colorScheme) => colorScheme === currentTarget.value);
          if (scheme) change({ color_scheme: scheme });
        }}
      />
      <NativeSelect
        label={t('profile.rows')}
        value={String(rows)}
        data={lengths.map(String)}
        onChange={({ currentTarget }) => change({ rows: Number(currentTarget.value) })}
      />
      <div>
        <NativeSelect
          label={t('profile.locale')}
          value={chosen ?? ''}
          data={[
            { value: '', label: t('profile.localeOfBrowser') },
            ...[...offeredLocales].map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
          ]}
          onChange={({ currentTarget }) => change({ locale: currentTarget.value || null })}
        />
        <Text size="sm" c="dimmed" mt={6}>
          {t('profile.localeSample', {
            time: time.format(sample.time),
            number: number.format(sample.number),
          })}
        </Text>
      </div>
    </Stack>
  );
}
