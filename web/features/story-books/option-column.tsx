import { Loader, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './story-items.module.css';

export interface Choice {
  readonly id: number;
  readonly text: string;
  /** Usually the code. */
  readonly note: string | undefined;
}

export interface ChoiceColumnProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: number | undefined;
  readonly isLoading: boolean;
  /** The text shown if there are no options. */
  readonly empty: string;
  /** Defined if the options could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  readonly onChoose: (id: number) => void;
  readonly onEscape: () => void;
}

/** One step of the selection by name, beside the next one. */
export function OptionColumn(props: ChoiceColumnProps) {
  const { label, choices, chosen, isLoading, empty, onRetry, onChoose, onEscape } = props;
  const { t } = useTranslation();
  const heading = useId();
  return (
    <div className={classes['column']}>
      <h4 className={classes['step']} id={heading}>
        {label}
      </h4>
      {isLoading && <Loader size="sm" aria-label={t('ui.loading')} />}
      {!isLoading && onRetry && <SearchFailed onRetry={onRetry} />}
      {!isLoading && !onRetry && choices.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {!isLoading && choices.length > 0 && (
        <ul className={classes['choices']} aria-labelledby={heading}>
          {choices.map(({ id, text, note }) => (
            <li key={id}>
              <button
                type="button"
                className={classes['choice']}
                aria-pressed={id === chosen}
                // The dialog does not handle Escape.
                data-mantine-stop-propagation="true"
                onKeyDown={({ key }) => key === 'Escape' && onEscape()}
                onClick={() => onChoose(id)}
              >
                <span>
                  <UserText>{text}</UserText>
                </span>
                {note !== undefined && <span className={classes['note']}>{note}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
