import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languagesInForce } from '#contract/core/languages';
import classes from './book-search-bar.module.css';
import { DidYouMean } from './did-you-mean.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';

export interface BookSearchBarProps
  extends Pick<SearchBoxProps, 'value' | 'label' | 'onSearch' | 'onEscape' | 'onEnter' | 'debounceMs'> {
  /** The numeric code; 0 for all languages. */
  readonly language: number;
  readonly onLanguage: (language: number) => void;
  /** The corrected search that the results match, if the text itself has no results. */
  readonly didYouMean: string | undefined;
}

/** The filters of a book picker: a text and the language. */
export function BookSearchBar({ language, onLanguage, didYouMean, ...search }: BookSearchBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['bar']}>
      <SearchBox {...search} placeholder={t('ui.searchBooks')} />
      <NativeSelect
        aria-label={t('ui.bookLanguage')}
        value={String(language)}
        data={[
          ...languagesInForce().map(({ code, label }) => ({ value: String(code), label })),
          { value: '0', label: t('ui.allLanguages') },
        ]}
        onChange={({ currentTarget: { value } }) => onLanguage(Number(value))}
      />
      <DidYouMean text={didYouMean} onChoose={search.onSearch} />
    </div>
  );
}
