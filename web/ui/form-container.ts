import { createContext } from 'react';

/** The container of a form. It determines when the buttons are shown. */
export interface FormContainer {
  /** False in a dialog. */
  readonly isPage: boolean;
  /** True after a value was edited or a file was chosen. */
  readonly isDirty: boolean;
  readonly isReadOnly: boolean;
  /** The label of the submit button; undefined for that of the form. */
  readonly submit?: string | undefined;
}

export const FormContainerContext = createContext<FormContainer>({
  isPage: false,
  isDirty: true,
  isReadOnly: false,
});
