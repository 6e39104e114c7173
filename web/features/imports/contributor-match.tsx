import { useTranslation } from 'react-i18next';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { ImportContributor } from '#contract/imports/import-proposal';
import { CatalogueMatch } from './catalogue-match.tsx';

export interface ContributorMatchProps {
  /** The name in the input. */
  readonly name: string;
  readonly contributors: readonly ImportContributor[];
  /** Called with the name of an existing contributor. */
  readonly onUse: (name: string) => void;
}

/** Says whether a contributor exists, and offers existing ones with similar names. Empty while a typed name is not saved. */
export function ContributorMatch({ name, contributors, onUse }: ContributorMatchProps) {
  const { t } = useTranslation();
  const contributor = contributors.find((item) => contributorNameKey(item.name) === contributorNameKey(name));
  if (!contributor) return null;
  const { is_known, similar } = contributor;
  const isSimilar = !is_known && similar.length > 0;
  return (
    <CatalogueMatch
      name={name}
      text={t(
        `imports.${is_known ? 'knownContributor' : isSimilar ? 'similarContributor' : 'newContributor'}`,
      )}
      similar={isSimilar ? similar : []}
      onUse={onUse}
    />
  );
}
