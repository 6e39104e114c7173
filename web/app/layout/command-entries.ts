import { useDebouncedValue } from '@mantine/hooks';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { resourceNames } from '#contract/core/permissions';
import { foldText } from '#contract/core/slug';
import { type SearchHit, searchEndpoint, searchGroups } from '#contract/search/search';
import { permissionToImport } from '#contract/spreadsheets/spreadsheets';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { readRecent } from '#web/core/lib/recent-records.ts';
import { NEW_RECORD, recordAddress } from '#web/core/lib/record-address.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { helpModules } from '../help/use-help.ts';
import { type ModuleName, modules } from '../modules.ts';
import { addressOfChild, childrenOf, navigation } from '../navigation.ts';
import { useSchemeSwitch } from './use-appearance.ts';

const pauseMs = 150;

export interface CommandEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly image?: string | null | undefined;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  readonly entries: readonly CommandEntry[];
}

/** The parts of the layout that commands open. */
export interface CommandActions {
  readonly openKeyboardShortcuts: () => void;
  readonly openHelp: (name: ModuleName) => void;
}

function useSearchResults(text: string) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) =>
      searchGroups.parse(
        readData(
          await client.call({ ...searchEndpoint, query: { search: text }, isInRelease: true, signal }),
        ),
      ),
    [text],
  );
  return useRemoteRead(text === '' ? undefined : read, { attempted_action: t('keys.paletteFailed') });
}

/** Returns the screens that the user can open. */
function useScreens(): CommandEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useHasPermission();
  const entryOf = (address: string, label: string, description = ''): CommandEntry => ({
    id: address,
    label,
    description,
    image: null,
    run: () => void navigate(address),
  });
  const ofSidebar = navigation
    .flat()
    .filter(({ permission }) => permission === undefined || may(permission))
    .flatMap(({ name, path }) => [
      entryOf(path, t(`${name}.entry`)),
      ...childrenOf(name, may).map((child) =>
        entryOf(addressOfChild(child, 0), t(child.label), t(`${name}.entry`)),
      ),
    ]);
  const canImport = resourceNames.some((kind) => may(permissionToImport(kind)));
  const others = (['spreadsheets', 'profile'] as const).filter(
    (name) => name !== 'spreadsheets' || canImport,
  );
  return [...ofSidebar, ...others.map((name) => entryOf(modules[name].path ?? '/', t(`${name}.heading`)))];
}

/** Returns the entries of the command menu for a text, in groups. */
export function useCommandGroups(text: string, { openKeyboardShortcuts, openHelp }: CommandActions) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useHasPermission();
  const account = useAppSelector(({ auth }) => auth.user?.email ?? '');
  const { next, change } = useSchemeSwitch();
  const query = text.trim();
  const [searched] = useDebouncedValue(query, pauseMs);
  const searchResults = useSearchResults(searched);
  const screens = useScreens();

  const normalisedQuery = foldText(query);
  const matchEntries = (entries: readonly CommandEntry[]) =>
    entries.filter(({ label }) => foldText(label).includes(normalisedQuery));
  // All users can view the pages of records.
  const ofHit = ({ kind, id, name, code, detail, thumbnail_url }: SearchHit): CommandEntry => ({
    id: `${kind}-${id}`,
    label: name,
    description: [code, detail].filter((detailText) => detailText !== '').join(' · '),
    image: thumbnail_url,
    run: () => void navigate(recordAddress(kind, id)),
  });
  const actions: readonly CommandEntry[] = [
    ...resourceNames
      .filter((name) => may(`${name}:edit`))
      .map((name) => ({
        id: `new-${name}`,
        label: t(`keys.add.${name}`),
        run: () => void navigate(recordAddress(name, NEW_RECORD)),
      })),
    { id: 'scheme', label: t(next === 'light' ? 'keys.useLight' : 'keys.useDark'), run: change },
    { id: 'keys', label: t('keys.showKeys'), run: openKeyboardShortcuts },
  ];
  const helpPages = helpModules.map((name) => ({
    id: `help-${name}`,
    label: t('help.title', { screen: t(`${name}.heading`) }),
    run: () => openHelp(name),
  }));
  const records =
    query === ''
      ? [{ label: t('keys.recent'), entries: readRecent(account).map(ofHit) }]
      : (searchResults.value ?? []).map(({ kind, items }) => ({
          label: t(`keys.kinds.${kind}`),
          entries: items.map(ofHit),
        }));
  const groups: readonly CommandGroup[] = [
    ...records,
    { label: t('keys.actions'), entries: matchEntries(actions) },
    { label: t('keys.screens'), entries: matchEntries(screens) },
    // Help pages are listed only for a typed text, since there are many.
    { label: t('help.group'), entries: query === '' ? [] : matchEntries(helpPages) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isReading: query !== searched || searchResults.isReading,
    apiError: searchResults.apiError,
    /** The corrected text that the records match, if the text itself has no results. */
    didYouMean: query === '' ? undefined : searchResults.value?.[0]?.did_you_mean,
  };
}
