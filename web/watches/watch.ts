import { WATCH_WAIT_DAYS, type watches } from '@ruam/contract/watches/watches.ts'
import { IconBrandLine, IconCloud, IconFolder, IconServer2 } from '@tabler/icons-react'
import { inZone } from '../broadcasts/store-time.ts'
import type { Got } from '../data/api.ts'
import { useStore } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { clockOf, useTermWords } from './term-words.ts'
import { watchText } from './watch-text.ts'

export type WatchOfStore = Got<typeof watches.list>['data'][number]
export type WatchDetail = Got<typeof watches.get>
export type FileOfWatch = WatchOfStore['files'][number]
type Place = WatchOfStore['place']
type Schedule = WatchOfStore['schedule']

/** Milliseconds between two reads of what the server does by itself. */
export const POLL_MS = 10_000

export type Tone = 'good' | 'look' | 'bad' | 'quiet'

/** True if a watch needs a person. */
export const needsLook = ({ waiting, error, reason }: WatchOfStore) => waiting > 0 || error !== null || reason !== null

/** Files that move by themselves. */
export const isMovingFile = ({ status }: Pick<FileOfWatch, 'status'>) =>
  status === 'arrived' || status === 'reading' || status === 'trying' || status === 'importing'

export const placeIcons = {
  folder: IconFolder,
  s3: IconCloud,
  sftp: IconServer2,
  line_chat: IconBrandLine,
} as const satisfies Record<Place['kind'], unknown>

const HOUR_MINUTES = 60
/** Year of a date as it is written. */
const YEAR = / \/ \d{4}(?= -|$)/
const DAY_MS = 86_400_000

/** Rows without those that failed or wait for an answer. */
const importedRows = ({ rows, failed, unnamed, held }: NonNullable<FileOfWatch['figures']>) =>
  Math.round(rows * (1 - failed - unnamed)) - held

/** Sentences about watches and their files. */
export function useWatchWords() {
  const t = useWords(watchText)
  const terms = useTermWords()
  const format = useFormat()
  const { timeZone } = useStore()
  const dayOf = (instant: string) => inZone(instant, timeZone).day
  const moment = (instant: string): string => {
    const time = format.time(instant)
    const days = (Date.parse(dayOf(instant)) - Date.parse(dayOf(new Date().toISOString()))) / DAY_MS
    if (days === 0) return t.today({ time })
    if (days === -1) return t.yesterday({ time })
    if (days === 1) return t.tomorrow({ time })
    const isThisYear = dayOf(instant).slice(0, 4) === dayOf(new Date().toISOString()).slice(0, 4)
    return isThisYear ? format.dateTime(instant).replace(YEAR, '') : format.dateTime(instant)
  }
  const whyWaiting = ({ error, broken, questions }: FileOfWatch): string | undefined => {
    if (error) return error.message
    const [first] = broken
    if (first) return `${terms.name(first.term)} ${terms.broken(first)}`
    return questions[0] && t[questions[0]]
  }
  /** A moment within a sentence, where English words have no capital. */
  const within = (instant: string) => moment(instant).replace(/^[A-Z]/, (letter) => letter.toLowerCase())
  return {
    moment,
    within,
    /** A later instant: today it is a time alone. */
    next: (instant: string) =>
      t.next({ time: dayOf(instant) === dayOf(new Date().toISOString()) ? format.time(instant) : within(instant) }),
    /** 25 / 11 */
    shortDay: (day: string) => format.date(day).replace(YEAR, ''),
    /** Day of the store on which a file arrived. */
    dayOf,
    schedule({ looks }: Schedule, kind: Place['kind']): string {
      if (kind === 'line_chat') return t.everyMinutes({ count: 1 })
      if ('afterHour' in looks) return t.daily({ time: clockOf(looks.afterHour * HOUR_MINUTES) })
      const minutes = looks.everyMinutes
      return minutes % HOUR_MINUTES === 0
        ? t.everyHours({ count: minutes / HOUR_MINUTES })
        : t.everyMinutes({ count: minutes })
    },
    watch({ status, reason, error, waiting }: WatchOfStore): { text: string; tone: Tone } {
      if (status === 'paused') return { text: t.paused, tone: reason ? 'bad' : 'quiet' }
      if (error) return { text: t.unread, tone: 'bad' }
      return waiting > 0 ? { text: t.waiting({ count: waiting }), tone: 'look' } : { text: t.fine, tone: 'good' }
    },
    file(file: FileOfWatch): { text: string; tone: Tone } {
      const { status, figures, error, decision, undoneAt } = file
      if (status === 'imported') {
        if (undoneAt !== null) return { text: t.undone, tone: 'quiet' }
        return { text: figures ? t.imported({ count: importedRows(figures) }) : t.importedFile, tone: 'good' }
      }
      if (status === 'waiting') {
        const why = whyWaiting(file)
        return { text: why ? t.waits({ why }) : t.arrived, tone: 'look' }
      }
      // A till of a closed day writes its header alone.
      if (status === 'skipped' && error) return { text: t.noRows, tone: 'quiet' }
      if (status === 'failed') return { text: error?.message ?? t.failed, tone: 'bad' }
      if (status === 'discarded' && decision?.by === null)
        return { text: t.expired({ days: WATCH_WAIT_DAYS }), tone: 'quiet' }
      return { text: t[status], tone: 'quiet' }
    },
  }
}
