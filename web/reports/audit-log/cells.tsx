import type { AuditSubject, auditLog } from '@ruam/contract/reports/audit-log.ts'
import { deviceOf } from '../../access/account/device.ts'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import styles from './AuditLog.module.css'
import { sentences } from './sentences.ts'
import { text, type things } from './text.ts'

export type AuditRow = Got<typeof auditLog.list>['data'][number]

/** Subject of an act with its id; calls by address. */
export function thingOf({ subjectType, subjectId }: AuditRow, called: ReturnType<(typeof things)['in']>): string {
  if (subjectType === 'call') return subjectId ?? ''
  const words: Record<string, string> = called satisfies Record<AuditSubject, string>
  const name = words[subjectType] ?? subjectType
  return subjectId ? `${name} ${subjectId}` : name
}

/** An act as a sentence: who did what. */
export function AuditSentence({ row }: { row: AuditRow }) {
  const t = useWords(text)
  const said = useWords(sentences) as Record<string, string>
  const { user, credential, action, details } = row
  const program = credential ? t.credential({ name: credential.name ?? credential.id }) : t.program
  const who = user ? `${user.firstName} ${user.lastName}`.trim() : program
  const { permission, jobs, runs, keys } = details
  return (
    <span className={styles.sentence}>
      <strong>{who}</strong> {said[action] ?? action}
      {typeof permission === 'string' && permission && <small>{t.refusedRight({ permission })}</small>}
      {typeof jobs === 'string' && <small>{t.jobsLeft({ jobs })}</small>}
      {typeof runs === 'string' && <small>{t.runsLeft({ runs })}</small>}
      {typeof keys === 'string' && <small>{t.keysLeft({ keys })}</small>}
    </span>
  )
}

/** From where an act came. */
export function CameFrom({ row: { address, device } }: { row: AuditRow }) {
  const t = useWords(text)
  if (!address) return ' '
  const { browser, system } = deviceOf(device ?? '')
  const words = [browser, system].filter((part) => part).join(' · ')
  return (
    <span className={styles.sentence}>
      {words || t.unknownDevice}
      <small>{address}</small>
    </span>
  )
}
