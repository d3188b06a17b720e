import { createPortal } from 'react-dom'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import styles from './SandboxBand.module.css'
import { text } from './text.ts'

/** Band under every screen of a sandbox store. It comes with the notices: the first scripts of other stores do without. */
export function SandboxBand() {
  const t = useWords(text)
  const { store } = useSession()
  const place = document.getElementById('content')?.parentElement
  if (!store?.flags?.sandbox || !place) return null
  return createPortal(
    <p className={styles.band} role="note">
      <strong>{t.sandbox}</strong> {t.sandboxText}
    </p>,
    place,
  )
}
