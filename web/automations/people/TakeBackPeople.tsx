import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './TakeBack.module.css'
import { takeBackText } from './take-back-text.ts'
import type { BackLine } from './use-back-lines.ts'

/** Customers who are named. */
const SHOWN = 50

/** Customers of a line, with those who keep what they have. */
export function TakeBackPeople({ automationId, what, of }: { automationId: number } & Pick<BackLine, 'what' | 'of'>) {
  const t = useWords(takeBackText)
  const { data, error } = useRead(
    automationUndo.people,
    { params: { id: automationId }, query: { what, offset: 0, limit: SHOWN, ...(of !== undefined && { of }) } },
    { staleTime: 0, enabled: useMayCall(automationUndo.people) },
  )
  if (!data) return <p className={styles.quiet}>{error ? error.message : '…'}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className={styles.people} tabIndex={0}>
      {data.data.map(({ profile: { id, name }, goesBack }) => (
        <li key={id}>
          <RouteLink to="profile-detail" params={{ profileId: id }}>
            {name || id}
          </RouteLink>
          {!goesBack && <span className={styles.quiet}> {t.stays}</span>}
        </li>
      ))}
      {data.total > data.data.length && (
        <li className={styles.quiet}>{t.more({ count: data.total - data.data.length })}</li>
      )}
    </ul>
  )
}
