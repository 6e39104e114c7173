import { Loader, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconBolt, IconSearch } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandActions, type CommandEntry, useCommandGroups } from './command-entries.ts';
import classes from './command-menu.module.css';

const booksId = 'search-books';

export interface CommandMenuProps extends CommandActions {
  readonly listId: string;
  readonly text: string;
  /** True if it was opened for a command. Enter then selects the first result instead of searching books. */
  readonly isCommand: boolean;
  /** The search field, which always has the focus. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly activeId: string | undefined;
  readonly onActive: (id: string | undefined) => void;
  readonly onSearchBooks: () => void;
  readonly onDone: () => void;
}

/** The results below the search field of the top bar: records, commands, screens and help pages. */
export function CommandMenu(props: CommandMenuProps) {
  const { listId, text, isCommand, activeId, onSearchBooks } = props;
  const { t } = useTranslation();
  const { groups, isReading, apiError, didYouMean } = useCommandGroups(text, props);
  const query = text.trim();
  const correction =
    didYouMean === undefined
      ? ''
      : `${t('ui.noExactMatches')} ${t('ui.showingResults', { text: didYouMean })}`;
  const books = query !== '' && {
    id: booksId,
    label: t('keys.searchBooks', { text: query }),
    run: onSearchBooks,
  };
  const results = groups.flatMap(({ entries }) => entries);
  const entries = [
    ...(books && !isCommand ? [books] : []),
    ...results,
    ...(books && isCommand ? [books] : []),
  ];
  const { choose, run } = useActiveOption(props, entries, isReading);
  const option = (entry: CommandEntry, icon: ReactNode) => (
    <Option
      key={entry.id}
      id={`${listId}-${entry.id}`}
      entry={entry}
      icon={icon}
      isActive={activeId === `${listId}-${entry.id}`}
      onPoint={() => choose(entry.id)}
      onRun={() => run(entry)}
    />
  );
  const booksOption = books && option(books, <IconSearch size={16} stroke={1.7} />);
  return (
    <>
      {correction !== '' && <span className={classes['note']}>{correction}</span>}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox, with images and groups */}
      <div id={listId} role="listbox" aria-label={t('keys.commandMenu')}>
        {!isCommand && booksOption}
        {groups.map(({ label, entries: ofGroup }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset contains fields, not options
          <div key={label} role="group" aria-label={label} className={classes['group']}>
            <span className={classes['label']} aria-hidden="true">
              {label}
            </span>
            {ofGroup.map((entry) => option(entry, <EntryIcon image={entry.image} />))}
          </div>
        ))}
        {isCommand && booksOption}
      </div>
      {isReading && (
        <div className={classes['note']}>
          <Loader size={16} aria-label={t('ui.loading')} />
        </div>
      )}
      <output className={classes['status']}>
        {apiError && <span className={classes['note']}>{apiError.message}</span>}
        {!isReading && !apiError && query !== '' && (
          <VisuallyHidden>
            {correction} {t('keys.results', { count: results.length })}
          </VisuallyHidden>
        )}
      </output>
    </>
  );
}

/** Moves between the options with the arrow keys, and runs the active one on Enter. */
function useActiveOption(
  { listId, text, isCommand, field, activeId, onActive, onDone }: CommandMenuProps,
  entries: readonly CommandEntry[],
  isReading: boolean,
) {
  const [choice, setChoice] = useState<{ readonly id: string; readonly text: string }>();
  const chosenEntry = choice?.text === text ? entries.find(({ id }) => id === choice.id) : undefined;
  // Enter selects the first result only if the results belong to the current text.
  const hasFirst = isCommand ? !isReading : text.trim() !== '';
  const active = chosenEntry ?? (hasFirst ? entries[0] : undefined);
  const id = active && `${listId}-${active.id}`;
  const notifyActive = useEffectEvent(onActive);
  useEffect(() => {
    notifyActive(id);
    return () => notifyActive(undefined);
  }, [id]);
  useEffect(() => {
    if (chosenEntry && activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenEntry, activeId]);

  const run = (entry: CommandEntry) => {
    // A search in Books keeps its text in the field.
    if (entry.id !== booksId) onDone();
    entry.run();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const index = active ? entries.indexOf(active) : step === 1 ? -1 : 0;
      const target = entries.at((index + step) % entries.length);
      if (target) setChoice({ id: target.id, text });
      event.preventDefault();
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      run(active);
    }
  });
  useEffect(() => {
    const element = field.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [field]);
  return { choose: (chosenId: string) => setChoice({ id: chosenId, text }), run };
}

interface OptionProps {
  readonly id: string;
  readonly entry: CommandEntry;
  readonly icon: ReactNode;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Option({ id, entry, icon, isActive, onPoint, onRun }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and handles the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element can contain only text
      role="option"
      aria-selected={isActive}
      className={classes['option']}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onRun}
    >
      {icon}
      <span className={classes['text']}>
        {entry.label}
        {entry.description !== undefined && entry.description !== '' && (
          <span className={classes['description']}>{entry.description}</span>
        )}
      </span>
    </div>
  );
}

/** The cover of a record, or an icon for records without images. */
function EntryIcon({ image }: { readonly image: string | null | undefined }) {
  if (image) return <img className={classes['image']} src={image} alt="" width={24} height={32} />;
  const Icon = image === null ? IconArrowRight : IconBolt;
  return <Icon className={classes['sign'] ?? ''} size={16} stroke={1.7} aria-hidden="true" />;
}
