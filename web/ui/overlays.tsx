import { useIsMutating } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { anyAlert, loadToasts, onFirstAlert } from './alerts.ts'
import { ConfirmHost } from './confirm.tsx'
import styles from './overlays.module.css'

const Toasts = lazy(loadToasts)

/** The full-screen loader: at start, when the store changes, and over writes that block. */
export function FullLoader() {
  const t = useWords(common)
  return <div className="ruam-start" role="status" aria-label={t.loading} />
}

function BlockingLoader() {
  const blocking = useIsMutating({ predicate: ({ meta }) => meta?.blocking === true })
  if (blocking === 0) return null
  return (
    <div className={styles.cover}>
      <FullLoader />
    </div>
  )
}

/** Overlays of every screen: questions, alerts, and the loader of blocking writes. */
export function Overlays() {
  const toasts = useSyncExternalStore(onFirstAlert, anyAlert)
  return (
    <>
      <ConfirmHost />
      <BlockingLoader />
      {toasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
