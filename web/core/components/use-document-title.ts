import { useEffect } from 'react';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';

/** Sets the document title to the name of the screen and of the product. */
export function useDocumentTitle(title: string | undefined): void {
  const { product_name: product } = useAppSelector(selectSettings);
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}
