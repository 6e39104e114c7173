import { createContext } from 'react';

/** The place of a form, which decides when its buttons are shown. */
export interface FormPlace {
  /** False in a dialog. */
  readonly isPage: boolean;
  /** Something was typed or chosen. */
  readonly isDirty: boolean;
  readonly isReadOnly: boolean;
}

export const FormPlaceContext = createContext<FormPlace>({ isPage: false, isDirty: true, isReadOnly: false });
