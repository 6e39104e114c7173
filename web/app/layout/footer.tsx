import { useTranslation } from 'react-i18next';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import classes from './app-layout.module.css';

const thisYear = new Date().getFullYear();

export function Footer() {
  const { t } = useTranslation();
  const { revision, product_name, docs_url, support_url } = useAppSelector(selectSettings);
  // A blank address hides the link. Without server settings both links are shown.
  const addressOf = (set: string) => set || (revision === 0 ? '/' : '');
  const links = [
    { label: t('layout.documentation'), href: addressOf(docs_url) },
    { label: t('layout.support'), href: addressOf(support_url) },
  ];
  return (
    <footer className={classes['footer']}>
      <span>
        © {thisYear} {product_name}
      </span>
      <span className={classes['footerLinks']}>
        {links
          .filter(({ href }) => href !== '')
          .map(({ label, href }) => (
            <a key={label} href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          ))}
      </span>
    </footer>
  );
}
