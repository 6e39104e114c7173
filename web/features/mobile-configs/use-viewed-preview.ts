import { useState } from 'react';
import type { ConfigValues } from './config-blocks.ts';
import { type HomePreviewState, useHomePreview } from './use-home-preview.ts';

/** The service, the language and the country of the app in a preview. */
export interface PreviewView {
  readonly isMain: boolean;
  /** The short code of a language; empty for all languages. */
  readonly language: string;
  /** The code of a country; empty for all countries. */
  readonly country: string;
  readonly setMain: (isMain: boolean) => void;
  readonly setLanguage: (language: string) => void;
  readonly setCountry: (country: string) => void;
}

/**
 * Returns the preview of the form, whose issues are warnings in its blocks, and the preview of the chosen view. The service follows the checkbox of
 * the form until the other one is chosen.
 */
export function useViewedPreview({ is_main_service, config }: ConfigValues) {
  const [chosen, setChosen] = useState<boolean>();
  const [language, setLanguage] = useState('');
  const [country, setCountry] = useState('');
  const isMain = chosen ?? is_main_service;
  const isOfForm = isMain === is_main_service && language === '' && country === '';
  const own = useHomePreview({ is_main_service, config });
  const other = useHomePreview({ is_main_service: isMain, language, country, config }, !isOfForm);
  const view: PreviewView = {
    isMain,
    language,
    country,
    setMain: (choice) => setChosen(choice === is_main_service ? undefined : choice),
    setLanguage,
    setCountry,
  };
  const viewedState: HomePreviewState = isOfForm
    ? own
    : { ...other, ofBlock: (block) => other.ofBlock(block) ?? own.ofBlock(block) };
  const refetch = () => {
    own.refetch();
    other.refetch();
  };
  return { own, view, viewed: viewedState, isOfForm, refetch };
}
