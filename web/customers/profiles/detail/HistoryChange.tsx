import {
  IconArrowBackUp,
  IconArrowsJoin,
  IconArrowsSplit,
  IconFileImport,
  IconLayoutGrid,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTag,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import type { ListedProfile } from '../values.ts'
import { HistoryFields } from './HistoryFields.tsx'
import styles from './Log.module.css'
import { log } from './log-text.ts'
import { useChangeText, type ValueChange } from './use-change-text.ts'

const icons = {
  created: IconUserPlus,
  changed: IconPencil,
  labelled: IconTag,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  merged: IconArrowsJoin,
  unmerged: IconArrowsSplit,
  restricted: IconLock,
  objected: IconLock,
  unrestricted: IconLockOpen,
  undone: IconArrowBackUp,
  menu: IconLayoutGrid,
}

/** One change: what it was, who or what made it, and every value it touched. */
export function HistoryChange({ change, profile }: { change: ValueChange; profile: ListedProfile }) {
  const t = useWords(log)
  const format = useFormat()
  const say = useChangeText()
  const maySource = useMayOpen('data-source-v2-list-output')
  const { source, kind, labels, fields } = change
  const Icon = source.type === 'run' && kind === 'changed' ? IconFileImport : icons[kind]
  const { title, by } = say(change)
  return (
    <li className={styles.item}>
      <span className={styles.icon} aria-hidden>
        <Icon size={14} stroke={1.6} />
      </span>
      <div className={styles.body}>
        <strong>{title}</strong>
        <p className={styles.from}>
          {source.datasourceId !== null && maySource ? (
            <RouteLink
              to="data-source-v2-list-output"
              params={{ dataSourceId: source.datasourceId }}
              search={source.runId ? { run: source.runId } : {}}
            >
              {by}
            </RouteLink>
          ) : (
            by
          )}
        </p>
        {labels.map(({ id, name, added }) => (
          <p key={id} className={styles.text}>
            {added ? t.labelAdded({ name }) : t.labelRemoved({ name })}
          </p>
        ))}
        {fields.length > 0 && <HistoryFields change={change} profile={profile} />}
      </div>
      <time dateTime={change.at}>{format.time(change.at)}</time>
    </li>
  )
}
