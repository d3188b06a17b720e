import { CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { breakpoints } from '../../../ui/breakpoints.ts'
import { useKeys } from '../../../ui/keys.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { PinButtons } from '../why/PinButtons.tsx'
import { useWhy } from '../why/use-why.ts'
import { Verdict, WhyBody } from '../why/Why.tsx'
import { text } from './text.ts'
import styles from './WhyPanel.module.css'

/** A customer whose reason is asked for. */
export interface ReasonQuery {
  id: number
  name: string
}

interface WhyPanelProps {
  labelId: number
  asked: ReasonQuery
  onClose: () => void
}

/** Explains why a customer is in the segment or not: next to the list, or over it on smaller screens. */
export function WhyPanel(props: WhyPanelProps) {
  const t = useWords(text)
  const narrow = useMediaQuery(breakpoints.narrow, undefined, { getInitialValueInEffect: false })
  const phone = usePhone()
  const { asked, onClose } = props
  if (!narrow) return <Beside {...props} />
  return (
    <Drawer
      opened
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '68dvh' : 400}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': `${t.why}: ${asked.name}` } }}
      classNames={{ content: styles.sheet, body: styles.sheetBody }}
      data-phone={phone || undefined}
    >
      <Content {...props} />
    </Drawer>
  )
}

function Beside(props: WhyPanelProps) {
  const t = useWords(text)
  const c = useWords(common)
  const { onClose } = props
  const panel = useRef<HTMLElement>(null)
  useKeys(t.why, [{ on: ['Escape'], label: c.close, run: onClose }])
  // The focus goes back to the row when the panel closes.
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside ref={panel} className={styles.panel} aria-label={t.why} tabIndex={-1}>
      <Content {...props} />
    </aside>
  )
}

function Content({ labelId, asked, onClose }: WhyPanelProps) {
  const t = useWords(text)
  const c = useWords(common)
  const params = { id: labelId, profileId: asked.id }
  const read = useWhy(params)
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2>{asked.name}</h2>
          <Verdict why={read.data} />
        </div>
        <RouteLink to="profile-detail" params={{ profileId: asked.id }}>
          {t.openProfile}
        </RouteLink>
        <CloseButton size={28} aria-label={c.close} onClick={onClose} />
      </div>
      <section
        key={asked.id}
        className={styles.body}
        aria-label={t.why}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <WhyBody read={read} />
      </section>
      {read.data && <PinButtons className={styles.foot} params={params} why={read.data} name={asked.name} />}
    </>
  )
}
