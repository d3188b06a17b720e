import { Fragment, type ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { AuditExtras } from './AuditExtras.tsx'
import styles from './AuditLog.module.css'
import { type AuditRow, targetOf } from './audit-row.ts'
import { sentences } from './sentences.ts'
import { subjectText, text } from './text.ts'

type Phrase = string | ((values: Record<string, string>) => string)

/** An act as a sentence: who did what to which thing, with the names of that time. */
export function AuditSentence({ row, times = 1 }: { row: AuditRow; times?: number }) {
  const t = useWords(text)
  const said = useWords(sentences) as unknown as Record<string, Phrase>
  const nameOf = useNames(row)
  const { user, credential, action, names } = row
  const who = names.by?.[0]?.name ?? (user ? `${user.firstName} ${user.lastName}`.trim() : '')
  const program = credential ? t.credential({ name: credential.name ?? credential.id }) : t.program
  const phrase = said[action] ?? action
  const parts: Record<string, ReactNode> = {
    thing: <Name row={row} name={nameOf.thing} />,
    customer: <b>{nameOf.customer(row.details.profile_id)}</b>,
    kept: <b>{nameOf.customer(row.details.kept)}</b>,
    gone: <b>{nameOf.customer(row.details.gone)}</b>,
  }
  return (
    <span className={styles.sentence}>
      {(who || action !== 'sign_in_refused') && <b>{who || program}</b>} <Filled phrase={phrase} parts={parts} />
      {times > 1 && <b> {t.times({ count: times })}</b>}
      <AuditExtras row={row} />
    </span>
  )
}

/** Marks the place of a hole; no name has this letter. */
const HOLE = '\u0001'
const holes = ['thing', 'customer', 'kept', 'gone']

function Filled({ phrase, parts }: { phrase: Phrase; parts: Record<string, ReactNode> }) {
  if (typeof phrase === 'string') return phrase
  const filled = phrase(Object.fromEntries(holes.map((hole) => [hole, `${HOLE}${hole}${HOLE}`])))
  return filled.split(HOLE).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
    <Fragment key={place}>{place % 2 === 1 ? parts[part] : part}</Fragment>
  ))
}

function Name({ row, name }: { row: AuditRow; name: string }) {
  const target = targetOf(row)
  // Too small for a thumb: the details have the link there.
  const phone = usePhone()
  if (phone || !target) return <b>{name}</b>
  return (
    <RouteLink {...target} className={styles.name}>
      {name}
    </RouteLink>
  )
}

function useNames({ subjectType, subjectId, names, customers, details }: AuditRow) {
  const t = useWords(text)
  const called = useWords(subjectText) as Record<string, string>
  const exported = useWords(subjectText)
  const customer = (id: unknown) =>
    customers.find((one) => one.id === Number(id))?.name || t.customer({ id: String(id ?? EMPTY) })
  const numbered = t.numbered({ thing: called[subjectType] ?? subjectType, id: subjectId ?? '' }).trim()
  const thing =
    subjectType === 'profile'
      ? customer(subjectId)
      : subjectType === 'export' && typeof details.type === 'string'
        ? exportedWords(details.type, exported)
        : names.thing?.[0]?.name || numbered
  return { thing, customer }
}

function exportedWords(type: string, called: ReturnType<(typeof subjectText)['in']>): string {
  const word = `exported_${type}` as keyof typeof called
  return called[word] ?? called.export
}
