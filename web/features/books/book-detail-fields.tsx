import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import {
  bookDetails,
  type DetailName,
  type DetailSection,
  detailNames,
  detailSections,
} from '#contract/books/book-details';
import { parseSubjects } from '#contract/books/book-subjects';
import { languageNameOf } from '#contract/books/language-names';
import { textsOfRights } from '#contract/books/rights';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import type { Edited } from '#web/core/lib/use-form-values.ts';
import { FormSection } from '#web/ui/form-section.tsx';
import formClasses from '#web/ui/form.module.css';
import { NumberField } from '#web/ui/number-field.tsx';
import type { EditionEditor } from './book-edition-field.tsx';
import { BookPublisherFields, type PublisherEditor } from './book-publisher-fields.tsx';
import { localizedFields } from '#contract/books/localized-texts';
import { toLocalizedRows } from '#web/core/components/localized-texts/localized-rows.ts';
import { LocalizedTextsField } from '#web/core/components/localized-texts/localized-texts-field.tsx';
import { languageOptions } from '#web/core/lib/language-options.ts';
import { RightsField } from './rights-field.tsx';

const SubjectsField = createLazyComponent(
  async () => (await import('#web/core/components/subjects/subjects-field.tsx')).SubjectsField,
);

const BookEditionField = createLazyComponent(
  async () => (await import('./book-edition-field.tsx')).BookEditionField,
);

/** The props of an input, from `useEditor`. */
interface Field {
  readonly name: string;
  readonly value: string;
  readonly error: boolean;
  readonly onChange: (event: Edited) => void;
}

/** The functions of `useEditor`. */
interface Editor {
  readonly values: Readonly<Record<DetailName, string>>;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  readonly text: (name: DetailName) => Field;
  readonly set: (name: DetailName, value: string) => void;
}

const publisherNames = ['publisher', 'imprint'] as const;
const sections = Object.keys(detailSections) as DetailSection[];

/** Returns the number of entries of a section with one list; undefined for other sections. */
function countOf(
  section: DetailSection,
  { rights, subjects, localized_texts }: Editor['values'],
): number | undefined {
  if (section === 'rights') return textsOfRights(rights).length;
  if (section === 'subjects') return parseSubjects(subjects).length;
  return section === 'localized' ? toLocalizedRows(localized_texts).length : undefined;
}

/** The fields of the publication record, in sections that are closed at first. */
export function BookDetailFields({
  editor,
  stored,
}: {
  readonly editor: Editor & PublisherEditor & EditionEditor;
  readonly stored: Book | undefined;
}) {
  const { t } = useTranslation();
  return sections.map((section) => {
    const names = detailNames.filter((name) => bookDetails[name].section === section);
    const others = section === 'publication' ? publisherNames : [];
    const editions = section === 'publication' ? ['edition_of'] : [];
    const values = [...others, ...names].filter((name) => editor.values[name] !== '');
    const hasEdition = section === 'publication' && editor.values.edition_of.code !== '';
    const count = (countOf(section, editor.values) ?? values.length) + Number(hasEdition);
    return (
      <FormSection
        key={section}
        title={detailSections[section]}
        summary={count > 0 ? t('books.recorded', { count }) : undefined}
        isRenderedOnOpen={section === 'subjects'}
        mustOpen={[...others, ...names, ...editions].some((name) => editor.errors[name] !== undefined)}
      >
        {section === 'publication' && (
          <>
            <BookPublisherFields editor={editor} stored={stored} />
            <BookEditionField
              editor={editor}
              stored={stored}
              isInvalid={editor.errors['edition_of'] !== undefined}
            />
          </>
        )}
        {names.map((name) => (
          <DetailField
            key={name}
            name={name}
            field={editor.text(name)}
            onValue={(value) => editor.set(name, value)}
          />
        ))}
      </FormSection>
    );
  });
}

const hintBelowInput = ['label', 'input', 'description', 'error'] as const;

export interface DetailFieldProps {
  readonly name: DetailName;
  readonly field: Field;
  /** Receives the values of inputs that are not text inputs. */
  readonly onValue: (value: string) => void;
}

/** The input of a field of the publication record. */
export function DetailField({ name, field: inputProps, onValue }: DetailFieldProps) {
  const { t } = useTranslation();
  const { label, input, ...detail } = bookDetails[name];
  const hint = 'hint' in detail ? { description: detail.hint, inputWrapperOrder: [...hintBelowInput] } : {};
  const field = { ...inputProps, ...hint, label };
  if (input === 'rights')
    return <RightsField value={field.value} isInvalid={field.error} onChange={onValue} />;
  if (input === 'subjects')
    return (
      <SubjectsField
        legend={label}
        empty={t('books.noSubjects')}
        value={field.value}
        isInvalid={field.error}
        onChange={onValue}
      />
    );
  if (input === 'localized')
    return (
      <LocalizedTextsField
        value={field.value}
        fields={localizedFields}
        empty={t('books.noLocalizedTexts')}
        onChange={onValue}
      />
    );
  if (input === 'paragraphs')
    return <Textarea {...field} className={formClasses['wide'] ?? ''} autosize={false} rows={3} />;
  if (input === 'number') return <NumberField {...field} min={0} onChange={onValue} />;
  if (input === 'choice' || input === 'language') {
    const options =
      'choices' in detail
        ? Object.entries(detail.choices).map(([value, optionLabel]) => ({ value, label: optionLabel }))
        : languageOptions();
    return (
      <NativeSelect
        {...field}
        data={withCurrentOption(
          [{ value: '', label: t('books.notRecorded') }, ...options],
          field.value,
          languageNameOf(field.value),
        )}
      />
    );
  }
  return <TextInput {...field} {...(input === 'date' && { type: 'date' })} />;
}
