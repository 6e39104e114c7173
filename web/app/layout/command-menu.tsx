import '@mantine/spotlight/styles.layer.css';
import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconArrowRight, IconBolt, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { resourceNames } from '#contract/core/permissions';
import { permissionToImport } from '#contract/spreadsheets/spreadsheets';
import { type SearchHit, searchEndpoint, searchGroups } from '#contract/search/search';
import { foldText } from '#contract/core/slug';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { readRecent } from '#web/core/lib/recent-records.ts';
import { listAddress, NEW_RECORD, recordAddress } from '#web/core/lib/record-address.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { helpModules } from '../help/use-help.ts';
import { type ModuleName, modules } from '../modules.ts';
import { navigation } from '../navigation.ts';
import classes from './command-menu.module.css';
import { useSchemeSwitch } from './use-appearance.ts';

const [store, commandMenu] = createSpotlight();
const pauseMs = 150;

/** The library looks for the first entry only when something is typed, which is before the answer. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly image?: string | null | undefined;
  readonly run: () => void;
}
interface Group {
  readonly label: string;
  readonly entries: readonly Entry[];
}

function useHits(text: string) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) =>
      searchGroups.parse(readData(await client.call({ ...searchEndpoint, query: { search: text }, signal }))),
    [text],
  );
  return useRemoteRead(text === '' ? undefined : read, { attempted_action: t('keys.paletteFailed') });
}

function useGroups(
  text: string,
  { openKeyboardShortcuts, openHelp }: Pick<CommandMenuProps, 'openKeyboardShortcuts' | 'openHelp'>,
) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useHasPermission();
  const account = useAppSelector(({ auth }) => auth.user?.email ?? '');
  const { next, change } = useSchemeSwitch();
  const [searched] = useDebouncedValue(text.trim(), pauseMs);
  const hits = useHits(searched);
  // The palette's own entry of the history is the one that is left.
  const goTo = (address: string) => void navigate(address, { replace: true });

  const folded = foldText(text);
  const matching = (entries: readonly Entry[]) =>
    entries.filter(({ label }) => foldText(label).includes(folded));
  const ofHit = (hit: SearchHit): Entry => {
    const { kind, id, name, code, detail, thumbnail_url } = hit;
    // Everyone can view the page of a record. Authors have none: they are edited.
    const opens = kind !== 'authors' || may('books:edit');
    return {
      id: `${kind}-${id}`,
      label: name,
      description: [code, detail].filter((part) => part !== '').join(' · '),
      image: thumbnail_url,
      run: () => goTo(opens ? recordAddress(kind, id) : listAddress(kind, name)),
    };
  };

  const screens = navigation
    .flat()
    .flatMap((entry): Entry[] =>
      entry.permission !== undefined && !may(entry.permission)
        ? []
        : [{ id: entry.path, label: t(`${entry.name}.entry`), run: () => goTo(entry.path) }],
    );
  // Screens that others lead to stand behind those of the sidebar.
  screens.push(
    ...(['authors', 'imports', 'spreadsheets', 'jobs', 'trash', 'profile'] as const)
      .filter((name) => name !== 'imports' || may('books:edit'))
      .filter(
        (name) => name !== 'spreadsheets' || resourceNames.some((kind) => may(permissionToImport(kind))),
      )
      .map((name) => ({
        id: name,
        label: t(`${name}.heading`),
        run: () => goTo(modules[name].path ?? '/'),
      })),
  );
  const actions: readonly Entry[] = [
    ...resourceNames
      .filter((name) => may(`${name}:edit`))
      .map((name) => ({
        id: `new-${name}`,
        label: t(`keys.add.${name}`),
        run: () => goTo(recordAddress(name, NEW_RECORD)),
      })),
    {
      id: 'scheme',
      label: t(next === 'light' ? 'keys.useLight' : 'keys.useDark'),
      run: change,
    },
    { id: 'keys', label: t('keys.showKeys'), run: openKeyboardShortcuts },
  ];
  const helpPages = helpModules.map((name) => ({
    id: `help-${name}`,
    label: t('help.title', { screen: t(`${name}.heading`) }),
    run: () => openHelp(name),
  }));
  const groups: readonly Group[] = [
    ...(text.trim() === ''
      ? [{ label: t('keys.recent'), entries: readRecent(account).map(ofHit) }]
      : (hits.value ?? []).map(({ kind, items }) => ({
          label: t(`keys.kinds.${kind}`),
          entries: items.map(ofHit),
        }))),
    { label: t('keys.actions'), entries: matching(actions) },
    { label: t('keys.screens'), entries: matching(screens) },
    // Only of what was typed: the list of all pages is long.
    { label: t('help.group'), entries: text.trim() === '' ? [] : matching(helpPages) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isReading: text.trim() !== searched || hits.isReading,
    apiError: hits.apiError,
  };
}

export interface CommandMenuProps {
  /** Each number opens it again. */
  readonly opening: number;
  readonly openKeyboardShortcuts: () => void;
  readonly openHelp: (name: ModuleName) => void;
}

/** One box that finds records of all kinds, screens and actions, and leads there. */
export function CommandMenu({ opening, openKeyboardShortcuts, openHelp }: CommandMenuProps) {
  const { t } = useTranslation();
  const { opened } = useSpotlight(store);
  const [text, setText] = useState('');
  useBackButton(opened, commandMenu.close);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each number opens it again
  useEffect(() => commandMenu.open(), [opening]);
  const { groups, isReading, apiError } = useGroups(text, { openKeyboardShortcuts, openHelp });
  const entryIds = groups.flatMap(({ entries }) => entries.map(({ id }) => id)).join();
  // The first entry is the one that Enter takes, whatever came or went.
  useEffect(() => {
    if (opened) selectFirst();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other entries are there
  }, [opened, entryIds]);

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      scrollable
      maxHeight="min(32rem, 70dvh)"
      aria-label={t('keys.openPalette')}
    >
      <Spotlight.Search
        placeholder={t('keys.paletteSearch')}
        aria-label={t('keys.paletteSearch')}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        rightSection={isReading ? <Loader size={16} aria-label={t('ui.loading')} /> : null}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, entries }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library makes the tag
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {entries.map(({ id, label: name, description, image, run }) => (
              <Spotlight.Action
                key={id}
                label={name}
                {...(description !== undefined && { description })}
                leftSection={<Mark image={image} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && !isReading && (
          <Spotlight.Empty>{apiError?.message ?? t('keys.paletteEmpty')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      {apiError && groups.length > 0 && (
        <Text component="output" size="sm" c="red" p="xs">
          {apiError.message}
        </Text>
      )}
    </Spotlight.Root>
  );
}

/** The cover of a record; a sign where there can be none. */
function Mark({ image }: { readonly image: string | null | undefined }) {
  if (image) return <img className={classes['image']} src={image} alt="" width={24} height={32} />;
  return (
    <span className={classes['mark']} aria-hidden="true">
      {image === null ? <IconArrowRight size={16} stroke={1.7} /> : <IconBolt size={16} stroke={1.7} />}
    </span>
  );
}
