import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/hooks.ts';
import { selectSettings } from '../../store/store.ts';
import classes from './app-layout.module.css';

const thisYear = new Date().getFullYear();

export function Footer() {
  const { t } = useTranslation();
  const { product_name, docs_url, support_url } = useAppSelector(selectSettings);
  const links = [
    { label: t('layout.documentation'), href: docs_url },
    { label: t('layout.support'), href: support_url },
  ];
  return (
    <footer className={classes['footer']}>
      <span>
        © {thisYear} {product_name}
      </span>
      <span className={classes['footerLinks']}>
        {links.map(({ label, href }) => (
          <a key={label} href={href || '/'} target="_blank" rel="noreferrer">
            {label}
          </a>
        ))}
      </span>
    </footer>
  );
}
