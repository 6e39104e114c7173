import { languageNameOf } from '#contract/books/language-names';

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
let options: readonly { readonly value: string; readonly label: string }[] | undefined;

/** Returns all languages with a code of two letters (ISO 639-1), by name. */
export function languageOptions() {
  options ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const label = languageNameOf(value);
      return label === undefined ? [] : { value, label };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return options;
}
