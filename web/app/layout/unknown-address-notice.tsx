import { useLocation } from 'react-router';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';

const UnknownAddressAlert = createLazyComponent(
  async () => (await import('./unknown-address-alert.tsx')).UnknownAddressAlert,
);

/** The history state of the redirect from an unknown address. */
interface UnknownAddressState {
  readonly unknownAddress: string;
}

/** Returns the state for the redirect to the dashboard; undefined for `/`, which is not unknown. */
export const redirectStateOf = (pathname: string): UnknownAddressState | undefined =>
  pathname === '/' ? undefined : { unknownAddress: pathname };

function readUnknownAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('unknownAddress' in state)) return undefined;
  return typeof state.unknownAddress === 'string' ? state.unknownAddress : undefined;
}

/** The live region of the notice about an unknown address. */
export function UnknownAddressNotice() {
  const { state } = useLocation();
  const address = readUnknownAddress(state);
  return (
    address !== undefined && (
      <output>
        <UnknownAddressAlert address={address} />
      </output>
    )
  );
}
