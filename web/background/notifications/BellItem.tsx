import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconDownload,
  IconFileImport,
  IconSpeakerphone,
  IconTag,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink, type RouteName } from '../../ui/route.tsx'
import { showExports } from '../exports/awaited.ts'
import { jobText } from '../jobs/text.ts'
import type { JobView } from '../jobs/use-job.ts'
import { useJobActions } from '../jobs/use-job-actions.ts'
import { useResultText } from '../jobs/use-progress-text.ts'
import styles from './Bell.module.css'
import { text } from './text.ts'
import type { Notice } from './use-notifications.ts'

const icons = {
  import: IconFileImport,
  profile: IconUsers,
  segment: IconTag,
  broadcast: IconSpeakerphone,
  export: IconDownload,
  people: IconUserPlus,
  store: IconBuildingStore,
} as const

/** Search of the address, by the id of a notice. */
const searchOf: Readonly<Record<string, (id: number | null) => Record<string, string>>> = {
  account_requested: () => ({ connect: 'yes' }),
  unusual_reading: (id) => ({ of: `person:${id}` }),
}

interface Props {
  notice: Notice
  onRead: () => void
  onLeave: () => void
}

/** One thing that has ended: how, when, and the way to it. */
export function BellItem({ notice, onRead, onLeave }: Props) {
  const t = useWords(text)
  const format = useFormat()
  const result = useResultText()
  const { topic, ending, title, at, read, job } = notice
  const Icon = ending === 'failed' ? IconAlertTriangle : icons[topic]
  return (
    <li data-unread={!read}>
      <Icon size={18} stroke={1.6} data-ending={ending} aria-hidden />
      <Way notice={notice} onRead={onRead} onLeave={onLeave}>
        <strong>{title}</strong>
        <span>{job ? result(job) : notice.text}</span>
        {!read && <span className={styles.heard}>{t.unread}</span>}
      </Way>
      <time dateTime={at}>{format.when(at)}</time>
      {job && job.undoableUntil !== null && <Undo job={job} onLeave={onLeave} />}
    </li>
  )
}

/** To its screen where there is one that the person may open, to the panel of exports, or nowhere: then it is only read. */
function Way({ notice: { kind, topic, leadsTo }, onRead, onLeave, children }: Props & { children: ReactNode }) {
  const screen = (leadsTo?.screen ?? 'dashboard') as RouteName
  const mayOpen = useMayOpen(screen) && leadsTo !== null
  const go = (before?: () => void) => () => {
    onRead()
    onLeave()
    before?.()
  }
  if (mayOpen) {
    const params = leadsTo.param && leadsTo.id !== null ? { [leadsTo.param]: leadsTo.id } : {}
    return (
      <RouteLink
        to={screen}
        params={params}
        search={searchOf[kind]?.(leadsTo.id) ?? {}}
        className={styles.way}
        onClick={go()}
      >
        {children}
      </RouteLink>
    )
  }
  return (
    <button type="button" className={styles.way} onClick={topic === 'export' ? go(showExports) : onRead}>
      {children}
    </button>
  )
}

function Undo({ job, onLeave }: { job: JobView; onLeave: () => void }) {
  const t = useWords(jobText)
  const { undoing, undo } = useJobActions(job)
  const ask = () => {
    onLeave()
    void undo()
  }
  return (
    <Button size="xs" loading={undoing} aria-label={t.undoJob({ title: job.title })} onClick={ask}>
      {t.undo}
    </Button>
  )
}
