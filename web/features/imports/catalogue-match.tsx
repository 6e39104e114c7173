import { useTranslation } from 'react-i18next';
import classes from './review.module.css';

export interface CatalogueMatchProps {
  /** The name in the proposal. */
  readonly name: string;
  /** Says whether a record with this name exists. */
  readonly text: string;
  /** Records of the catalogue with similar names. */
  readonly similar: readonly { readonly id: number; readonly name: string; readonly book_count: number }[];
  /** Called with the name of an existing record. */
  readonly onUse: (name: string) => void;
}

/** Compares a name with the catalogue, and offers the names of existing records. */
export function CatalogueMatch({ name, text, similar, onUse }: CatalogueMatchProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['source']}>
      <span>{text}</span>
      {similar.length > 0 && (
        <ul aria-label={t('imports.similarTo', { name })}>
          {similar.map((match) => (
            <li key={match.id}>
              <button
                type="button"
                className={classes['candidate']}
                onClick={() => onUse(match.name)}
                aria-label={t('imports.useExisting', { name: match.name, other: name })}
              >
                {match.name} ({t('books.authorBooks', { count: match.book_count })})
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
