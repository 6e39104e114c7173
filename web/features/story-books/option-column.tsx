import { Loader, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './story-items.module.css';

export interface Choice {
  readonly id: number;
  /** A text, or the content of a visual option. */
  readonly text: ReactNode;
  /** Usually the code. */
  readonly note: string | undefined;
  /** A button beside the option, such as one that plays it. */
  readonly action?: ReactNode;
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
    <div className={classes['column']} data-column>
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
          {choices.map(({ id, text, note, action }) => (
            <li key={id} className={classes['entry']}>
              <button
                type="button"
                className={classes['choice']}
                aria-pressed={id === chosen}
                data-option
                // The dialog does not handle Escape.
                data-mantine-stop-propagation="true"
                onKeyDown={({ key }) => key === 'Escape' && onEscape()}
                onClick={() => onChoose(id)}
              >
                <span>{typeof text === 'string' ? <UserText>{text}</UserText> : text}</span>
                {note !== undefined && <span className={classes['note']}>{note}</span>}
              </button>
              {action}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
