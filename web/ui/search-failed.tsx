import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface SearchFailedProps {
  /** Default: the search failed. */
  readonly text?: string;
  readonly onRetry: () => void;
}

/** Replaces results or options that could not be loaded. It is neither a toast nor an alert. */
export function SearchFailed({ text, onRetry }: SearchFailedProps) {
  const { t } = useTranslation();
  return (
    <Text size="sm" component="output" display="block">
      {`${text ?? t('ui.searchFailed')} `}
      <Anchor component="button" type="button" size="sm" onClick={onRetry}>
        {t('ui.retry')}
      </Anchor>
    </Text>
  );
}
