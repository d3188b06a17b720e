import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { RouteLink } from '../ui/route.tsx'
import styles from './OpenApi.module.css'
import { ProgramState } from './ProgramState.tsx'
import { daysUntil } from './program-days.ts'
import { doesOf } from './program-does.ts'
import { programTarget } from './program-target.ts'
import { programText } from './program-text.ts'
import type { Program } from './use-program-actions.tsx'

/** A program in the list on a phone: what it is, its state, and what it did today. */
export function ProgramCard({ program, secret, menu }: { program: Program; secret: string; menu: ReactNode }) {
  const t = useWords(programText)
  const { name, scopes, expiredAt, concerns, today } = program
  const reads = today.items === 0 && today.read > 0
  return (
    <div className={styles.card}>
      <div className={styles.cardText}>
        <RouteLink className={styles.open} {...programTarget(program)}>
          {name}
        </RouteLink>
        <div className={styles.quiet}>
          {secret} · {t[doesOf(scopes)]}
        </div>
        <div className={styles.states}>
          {concerns.includes('maker_left') ? (
            <span className={styles.state} data-state="expired">
              <IconAlertTriangle size={16} stroke={1.6} />
              {t.makerHasLeft}
            </span>
          ) : (
            <ProgramState program={program} />
          )}
          {expiredAt && concerns.includes('expires') && (
            <span className={styles.state} data-state="expired">
              <IconClock size={16} stroke={1.6} />
              {t.expiresIn({ count: daysUntil(expiredAt) })}
            </span>
          )}
        </div>
      </div>
      <div className={styles.cardFigures}>
        {(today.items > 0 || reads) && (
          <>
            <strong>{formatNumber(reads ? today.read : today.items)}</strong>
            <span className={styles.quiet}>{reads ? t.readShort : t.sentToday}</span>
          </>
        )}
        {today.failed > 0 && <span className={styles.bad}>{t.failedCount({ count: formatNumber(today.failed) })}</span>}
      </div>
      {menu}
    </div>
  )
}
