import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import { NEW_RECORD, openParameter, recordAddress } from '#web/core/lib/record-address.ts';
import { useAddress } from './use-address.ts';

/** Opens the form of a new record (`?open=new`), and redirects the former address of a record (`?open=12`) to its page. */
export function useOpenFromAddress(kind: ResourceName, openNew: () => unknown): void {
  const navigate = useNavigate();
  const { parameters, write } = useAddress();
  const openId = parameters.get(openParameter);
  const show = useEffectEvent(openNew);
  const removeFromAddress = useEffectEvent(() => write({ [openParameter]: undefined }, { replace: true }));

  useEffect(() => {
    if (openId === null) return;
    if (openId === NEW_RECORD) {
      // Once the screen has filled its address.
      queueMicrotask(removeFromAddress);
      show();
    } else void navigate(recordAddress(kind, Number(openId) || 0), { replace: true });
  }, [kind, navigate, openId]);
}
