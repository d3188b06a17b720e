import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { IconAlertCircle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useWords, wordsNow } from '../data/text.ts'
import { common } from '../data/words.ts'
import { Countdown } from './Countdown.tsx'
import styles from './overlays.module.css'

export interface AlertOptions {
  title?: string
  /** Milliseconds until it closes by itself, or false to stay; 4 s when left out (spec section 9). */
  autoClose?: number | false
  /** A name within the message, which is not broken where a line ends. */
  name?: string | undefined
  /** A new alert with the id of one that is shown takes its place. */
  id?: string
  /** Second line: whom or what it is about. */
  note?: string
  /** A way to take back or go on, within the alert; it closes when it is taken. */
  action?: { label: string; onClick: () => unknown }
}

export interface Alert extends AlertOptions {
  kind: 'success' | 'error' | 'download'
  message: string
  autoClose: number | false
}

const looks = {
  success: { icon: <IconCircleCheck size={20} stroke={1.6} />, color: 'var(--ruam-success)' },
  error: { icon: <IconAlertCircle size={20} stroke={1.6} />, color: 'var(--ruam-danger)' },
  download: { icon: <IconDownload size={20} stroke={1.6} />, color: 'var(--ruam-accent)' },
}

const shown = new Set<string>()
/** A toast that is shown again starts its countdown again. */
let drawn = 0
let acting = 0

/** Shows a toast, or changes the one that has the same id. */
export function show({ kind, message: sentence, name, note, id: given, action, ...rest }: Alert) {
  const id = given ?? (action && `acting-${++acting}`)
  const words = name ? <Sentence text={sentence} name={name} /> : sentence
  const act = () => {
    if (id) notifications.hide(id)
    action?.onClick()
  }
  const said = note ? (
    <span className={styles.noted}>
      {words}
      <small>{note}</small>
    </span>
  ) : (
    words
  )
  const message = action ? (
    <span className={styles.acting}>
      <span>{said}</span>
      <Button onClick={act} rightSection={rest.autoClose ? <Countdown key={++drawn} ms={rest.autoClose} /> : undefined}>
        {action.label}
      </Button>
    </span>
  ) : (
    said
  )
  const toast = { ...rest, id, message, ...looks[kind], closeButtonProps: { 'aria-label': wordsNow(common).close } }
  if (id && shown.has(id)) {
    notifications.update(toast)
    return
  }
  if (id) shown.add(id)
  notifications.show({ ...toast, onClose: () => id && shown.delete(id) })
}

/** A sentence whose name stays on one line unless it is longer. */
function Sentence({ text, name }: { text: string; name: string }) {
  const [before, ...after] = text.split(name)
  return (
    <>
      {before}
      {after.length > 0 && <span className={styles.name}>{name}</span>}
      {after.join(name)}
    </>
  )
}

/** Container of toasts. */
export default function Toasts() {
  const t = useWords(common)
  return (
    <section aria-label={t.alerts}>
      <Notifications
        position="bottom-left"
        withinPortal={false}
        zIndex={400}
        containerWidth={400}
        transitionDuration={120}
        className={styles.toasts}
      />
    </section>
  )
}
