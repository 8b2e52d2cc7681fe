import { useMemo } from 'react'
import { encode } from 'uqr'

/** The quiet zone that QR readers need, in modules. */
const MARGIN = 4

/** A QR code as one SVG path, dark on light in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => encodeQrPath(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-lg"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function encodeQrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
