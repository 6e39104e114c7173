import { encodeQR } from 'qr';

/** The margin that scanners need, in modules. */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  readonly text: string;
  /** The alternative text. */
  readonly label: string;
  /** The width in pixels. */
  readonly size?: number;
}

/** A QR code, dark on light in both color schemes, as scanners require. */
export function QrCode({ text, label, size = 200 }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const side = rows.length;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing without a file
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
