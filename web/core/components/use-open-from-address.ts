import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { RecordName } from '#contract/core/record-types';
import { NEW_RECORD, openParameter, recordAddress } from '#web/core/lib/record-address.ts';
import { useAddress } from './use-address.ts';

/** Opens the form of a new record (`?open=new`). */
export function useOpenNewFromAddress(openNew: () => unknown): void {
  const { parameters, write } = useAddress();
  const isNew = parameters.get(openParameter) === NEW_RECORD;
  const show = useEffectEvent(openNew);
  const removeFromAddress = useEffectEvent(() => write({ [openParameter]: undefined }, { replace: true }));

  useEffect(() => {
    if (!isNew) return;
    // Runs after the screen has written its address.
    queueMicrotask(removeFromAddress);
    show();
  }, [isNew]);
}

/** Opens the form of a new record (`?open=new`), and redirects the old address of a record (`?open=12`) to its page. */
export function useOpenFromAddress(kind: RecordName, openNew: () => unknown): void {
  useOpenNewFromAddress(openNew);
  useOldRecordAddress(kind);
}

/** Redirects the old address of a record (`?open=12`) to its page. */
export function useOldRecordAddress(kind: RecordName): void {
  const navigate = useNavigate();
  const { parameters } = useAddress();
  const openId = parameters.get(openParameter);

  useEffect(() => {
    if (openId === null || openId === NEW_RECORD) return;
    void navigate(recordAddress(kind, Number(openId) || 0), { replace: true });
  }, [kind, navigate, openId]);
}
