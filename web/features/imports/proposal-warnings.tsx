import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ImportWarning } from '#contract/imports/import-proposal';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { comparePath } from './import-paths.ts';
import classes from './review.module.css';

const INITIAL_COUNT = 8;

export interface ProposalWarningsProps {
  readonly importId: number;
  readonly warnings: readonly ImportWarning[];
}

/** The warnings to check before an import is added. An existing book is linked, and can be updated from the files. */
export function ProposalWarnings({ importId, warnings }: ProposalWarningsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (warnings.length === 0) return null;
  const visibleWarnings = isOpen ? warnings : warnings.slice(0, INITIAL_COUNT);
  return (
    <section aria-label={t('imports.warnings')}>
      <Alert color="red" role="none" icon={<IconAlertTriangle size={18} />} title={t('imports.warnings')}>
        <ul className={classes['warnings']}>
          {visibleWarnings.map((warning, index) => (
            // Two warnings can have the same text.
            <li key={index}>
              <Text size="sm" span>
                {warning.path !== null && <FilePath>{warning.path}</FilePath>}
                {warning.message}
              </Text>
              {warning.book && (
                <span className={classes['ways']}>
                  <Anchor
                    component={Link}
                    to={booksAddress({ search: warning.book.code, language: '' })}
                    size="sm"
                  >
                    {warning.book.name}
                  </Anchor>
                  <Button
                    component={Link}
                    to={comparePath(importId, warning.book.id)}
                    size="compact-sm"
                    variant="default"
                    classNames={{ root: classes['into'] ?? '', label: classes['intoLabel'] ?? '' }}
                  >
                    {t('imports.putInto', { name: warning.book.name })}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
        {warnings.length > INITIAL_COUNT && (
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen
              ? t('ui.showLess')
              : t('imports.moreProblems', { count: warnings.length - INITIAL_COUNT })}
          </Button>
        )}
      </Alert>
    </section>
  );
}

/** The path of a file before its warning. A long name breaks anywhere, but its extension does not. */
function FilePath({ children: path }: { readonly children: string }) {
  const end = /\.\w{1,5}$/.exec(path)?.index ?? path.length;
  return (
    <bdi className={classes['path']}>
      {path.slice(0, end)}
      <span className={classes['extension']}>{path.slice(end)}: </span>
    </bdi>
  );
}
