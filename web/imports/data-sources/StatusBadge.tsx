import type { DataSourceStatus, RunStatus } from '@ruam/contract/imports/status.ts'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCopy,
  IconHandStop,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconTable,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useWords } from '../../data/text.ts'
import type { RowStatus } from './run-counts.ts'
import { runs } from './run-text.ts'
import styles from './StatusBadge.module.css'
import { text } from './text.ts'
import { undoText } from './undo-text.ts'

type Tone = 'success' | 'warning' | 'danger' | 'info' | 'quiet'
type Look = readonly [icon: ComponentType<{ size: number; stroke: number }>, tone: Tone]

const sources: Record<DataSourceStatus, Look> = {
  ready_to_load: [IconClock, 'quiet'],
  waiting_for_load: [IconClock, 'quiet'],
  loading: [IconRefresh, 'info'],
  load_failed: [IconAlertCircle, 'danger'],
  ready_to_map: [IconTable, 'warning'],
  ready: [IconPlayerPlay, 'info'],
  ready_to_update: [IconPlayerPlay, 'info'],
  waiting: [IconClock, 'quiet'],
  processing: [IconRefresh, 'info'],
  process_failed: [IconAlertCircle, 'danger'],
  success: [IconCircleCheck, 'success'],
}
const runStatus: Record<
  RunStatus,
  readonly [...Look, word: 'runPending' | 'runProcessing' | 'runCompleted' | 'runCancel' | 'runFailed']
> = {
  pending: [IconClock, 'quiet', 'runPending'],
  processing: [IconRefresh, 'info', 'runProcessing'],
  completed: [IconCircleCheck, 'success', 'runCompleted'],
  cancel: [IconHandStop, 'quiet', 'runCancel'],
  failed: [IconCircleX, 'danger', 'runFailed'],
}
const records: Record<RowStatus | 'accepted', Look> = {
  accepted: [IconCircleCheck, 'success'],
  added: [IconPlus, 'success'],
  updated: [IconRefresh, 'info'],
  duplicated: [IconCopy, 'quiet'],
  held: [IconUsers, 'warning'],
  conflict: [IconAlertTriangle, 'warning'],
  failed: [IconAlertCircle, 'danger'],
}

function Badge({ look: [Icon, tone], word }: { look: Look; word: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={16} stroke={1.6} />
      {word}
    </span>
  )
}

const undoneLook: Look = [IconArrowBackUp, 'quiet']

/** The status of a data source, as an icon and a word; `undone`: what its last run did was taken back. */
export function SourceStatus({ status, undone = false }: { status: DataSourceStatus; undone?: boolean }) {
  const t = useWords(text)
  const u = useWords(undoText)
  // Whatever came after the run says more.
  if (undone && (status === 'success' || status === 'process_failed'))
    return <Badge look={undoneLook} word={u.undone} />
  return <Badge look={sources[status]} word={t[status]} />
}

/** The status of a run; `undone`: it was taken back. */
export function RunState({ status, undone }: { status: RunStatus; undone: boolean }) {
  const t = useWords(text)
  const u = useWords(undoText)
  if (undone) return <Badge look={undoneLook} word={u.undone} />
  const [icon, tone, word] = runStatus[status]
  return <Badge look={[icon, tone]} word={t[word]} />
}

/** Outcome of a row, or of an item of a program. */
export function RecordState({ status }: { status: RowStatus | 'accepted' }) {
  return <Badge look={records[status]} word={useWords(runs)[status]} />
}
