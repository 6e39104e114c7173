import { Loader } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { HistoryPanel } from '../history/history-panel.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import type { EditorForm } from '../use-editor-form.ts';
import { useSavedMessage } from '../release/use-release.ts';
import { useRecordRecent } from '../use-record-recent.ts';
import { MissingRecord } from './missing-record.tsx';
import { RecordDetails } from './record-details.tsx';
import { RecordHead, type RecordSummary } from './record-head.tsx';
import { RecordNavigation } from './record-navigation.tsx';
import classes from './record-page.module.css';
import { UsedIn } from './used-in.tsx';
import { type RecordResult, useRecord } from './use-record.ts';
import { useReferences } from './use-references.ts';

export interface RecordPageProps<R extends ResourceDeclaration> {
  readonly slice: ResourceSlice<R>;
  /** The title while the record is loading. */
  readonly heading: string;
  readonly summary: (item: ItemOf<R>) => RecordSummary;
  readonly renderForm: (form: EditorForm<ItemOf<R>>) => ReactNode;
  /** Renders the section below the details. @param reload reads the record again */
  readonly renderContent?: (item: ItemOf<R>, reload: () => void) => ReactNode;
  /** True if the form needs the whole width. */
  readonly isWide?: boolean;
  /** True if nothing refers to records of this kind. */
  readonly isNeverUsed?: boolean;
}

/** The page of one record: its details, its content and its history. */
export function RecordPage<R extends ResourceDeclaration>(props: RecordPageProps<R>) {
  const id = Number(useParams()['id']);
  return Number.isSafeInteger(id) ? <Page key={id} {...props} id={id} /> : null;
}

function Page<R extends ResourceDeclaration>(props: RecordPageProps<R> & { readonly id: number }) {
  const {
    slice,
    heading,
    summary,
    renderForm,
    renderContent,
    isWide = false,
    isNeverUsed = false,
    id,
  } = props;
  const { name: kind, messages } = slice.declaration;
  const { t } = useTranslation();
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const title = useRef<HTMLHeadingElement>(null);
  const { value, apiError, retry } = useRecord(slice.declaration, id);
  const references = useReferences(slice.declaration, id, isNeverUsed);
  // The record stays visible while it is read again.
  const [read, setRead] = useState(value);
  const [shown, setShown] = useState<RecordResult<ItemOf<R>> | undefined>(value);
  if (value && value !== read) {
    setRead(value);
    setShown(value);
  }
  const item = apiError ? undefined : shown?.item;
  const about = item ? summary(item) : { name: heading };
  useDocumentTitle(about.name);
  useRecordRecent(kind, item);

  const onSaved = (savedItem: ItemOf<R> | undefined) => {
    toast('success', savedMessage(messages.updated));
    if (savedItem) setShown({ item: savedItem });
    else retry();
    // The button that had the focus was removed.
    title.current?.focus();
  };

  return (
    <>
      <RecordNavigation kind={kind} id={id} />
      <RecordHead {...about} titleRef={title} />
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !shown && <Loader aria-label={t('ui.loading')} />}
      {!apiError && shown && !shown.item && <MissingRecord kind={kind} deletion={shown.deletion} />}
      {item && (
        <div className={classes['columns']} data-wide={isWide || undefined}>
          <div className={classes['column']}>
            <RecordDetails kind={kind} item={item} onSaved={onSaved}>
              {renderForm}
            </RecordDetails>
            {renderContent?.(item, retry)}
          </div>
          <div className={classes['column']}>
            {!isNeverUsed && (
              <UsedIn references={references} record={{ kind, id, name: about.name, code: about.code }} />
            )}
            <HistoryPanel key={item.version} kind={kind} id={id} onWritten={retry} />
          </div>
        </div>
      )}
    </>
  );
}
