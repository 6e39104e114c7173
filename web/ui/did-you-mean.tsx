import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './did-you-mean.module.css';

export interface DidYouMeanProps {
  /** The corrected search that the results match; undefined if the searched text itself has results. */
  readonly text: string | undefined;
  /** Searches for the corrected text. */
  readonly onChoose: (text: string) => void;
}

/** Says that the results below match a corrected search. The region exists before its text, so screen readers announce it. */
export function DidYouMean({ text, onChoose }: DidYouMeanProps) {
  const { t } = useTranslation();
  return (
    <output className={classes['notice']}>
      {text !== undefined && (
        <Text component="span" size="sm">
          {t('ui.noExactMatches')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => onChoose(text)}>
            {t('ui.didYouMean', { text })}
          </Anchor>
        </Text>
      )}
    </output>
  );
}
