import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './LineLink.module.css'

/** Modules of white around a code, which scanners need. */
const MARGIN = 4

/** A QR code, black on white in every theme: scanners read no other reliably. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(text)
    let drawn = ''
    for (let y = 0; y < code.size; y++) {
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) drawn += `M${x} ${y}h1v1h-1z`
    }
    return { size: code.size, path: drawn }
  }, [text])
  const whole = size + 2 * MARGIN
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      data-text={text}
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      shapeRendering="crispEdges"
    >
      <rect x={-MARGIN} y={-MARGIN} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
