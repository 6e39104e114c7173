import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNameOf } from '#contract/books/language-names';
import type { ContributorLink } from '#contract/contributors/contributor-details';
import type { ContributorDetails } from '#contract/contributors/contributors';
import { formatIsni } from '#contract/contributors/isni';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './contributors.module.css';
import { SimilarNames } from './similar-names.tsx';

export interface ContributorSectionProps {
  readonly contributor: ContributorDetails;
  readonly onMerge: ((into: string) => void) | undefined;
}

/** The details of a contributor. */
export function ContributorSection({ contributor, onMerge }: ContributorSectionProps) {
  const { t } = useTranslation();
  const { name, sort_name = '', other_names = [], isni, biography, similar = [] } = contributor;
  const { links = [], localized_biographies = [] } = contributor;
  const placeholder = (
    <Text span c="dimmed">
      {t('contributors.notEntered')}
    </Text>
  );
  const textOrMissing = (text: string) => (text === '' ? placeholder : <UserText>{text}</UserText>);
  return (
    <Section title={t('record.details')}>
      <dl className={classes['details']}>
        <dt>{t('contributors.sortName')}</dt>
        <dd>{textOrMissing(sort_name)}</dd>
        <dt>{t('contributors.otherNames')}</dt>
        <dd>
          {other_names.length === 0 ? (
            placeholder
          ) : (
            <ul>
              {other_names.map((other) => (
                <li key={other}>
                  <UserText>{other}</UserText>
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{t('contributors.isni')}</dt>
        <dd>
          {isni === '' ? (
            placeholder
          ) : (
            <Anchor
              href={`https://isni.org/isni/${isni}`}
              target="_blank"
              rel="noreferrer"
              className={classes['count'] ?? ''}
            >
              {formatIsni(isni)}
            </Anchor>
          )}
        </dd>
        <dt>{t('contributors.biography')}</dt>
        <dd className={classes['biography']}>{textOrMissing(biography)}</dd>
        {localized_biographies.map(({ language, biography: text }) => (
          <Fragment key={language}>
            <dt>{t('contributors.biographyIn', { language: languageNameOf(language) ?? language })}</dt>
            <dd className={classes['biography']} lang={language}>
              <UserText>{text}</UserText>
            </dd>
          </Fragment>
        ))}
        {links.length > 0 && (
          <>
            <dt>{t('contributors.links')}</dt>
            <dd>
              <Links links={links} />
            </dd>
          </>
        )}
        {similar.length > 0 && (
          <>
            <dt>{t('contributors.similar')}</dt>
            <dd>
              <SimilarNames name={name} similar={similar} onMerge={onMerge} />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

function Links({ links }: { readonly links: readonly ContributorLink[] }) {
  return (
    <ul className={classes['links']}>
      {links.map(({ label, url }, index) => (
        <li key={index}>
          <Anchor href={url} target="_blank" rel="noopener noreferrer" className={classes['count'] ?? ''}>
            <UserText>{label}</UserText>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
