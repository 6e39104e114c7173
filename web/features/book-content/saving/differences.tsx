import { useTranslation } from 'react-i18next';
import type { Difference } from '../model/compare.ts';
import classes from './saving.module.css';

const MAX_DIFFERENCES = 300;

/** The list of differences, one line per change. */
export function Differences({ list }: { readonly list: readonly Difference[] }) {
  const { t } = useTranslation();
  if (list.length === 0) return <p className={classes['none']}>{t('contentEditor.noDifferences')}</p>;
  return (
    <>
      <ul className={classes['differences']}>
        {list.slice(0, MAX_DIFFERENCES).map(({ kind, number, name, before, after }) => (
          <li key={`${kind} ${number} ${name}`} data-kind={kind}>
            <span className={classes['kind']}>{t(`contentEditor.difference.${kind}`)}</span>
            <span className={classes['where']}>
              {number}. {kind === 'renamed' ? before : name}
            </span>
            <span className={classes['change']}>
              {kind === 'renamed'
                ? `→ ${after}`
                : before !== '' && after !== ''
                  ? `${before} → ${after}`
                  : before || after}
              {kind === 'texts' && ` ${t('contentEditor.wordsUnit')}`}
            </span>
          </li>
        ))}
      </ul>
      {list.length > MAX_DIFFERENCES && (
        <p className={classes['none']}>
          {t('contentEditor.moreDifferences', { count: list.length - MAX_DIFFERENCES })}
        </p>
      )}
    </>
  );
}
