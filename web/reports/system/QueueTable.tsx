import type { system } from '@ruam/contract/reports/system.ts'
import { kindWords } from '@ruam/contract/reports/system-text.ts'
import type { Got } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import styles from './System.module.css'
import { text } from './text.ts'

type Jobs = NonNullable<NonNullable<Got<typeof system.get>['parts']['jobs']>['facts']>

/** Work of the store by kind. */
export function QueueTable({ jobs, mails }: { jobs: Jobs; mails: number }) {
  const t = useWords(text)
  const format = useFormat()
  const { language } = usePreferences()
  const aboutOf = ({ kind, name, progress, waited }: Jobs['queues'][number]) => {
    const share = progress === null ? null : `${Math.floor(progress * 100)}%`
    if (share) return name ? t.importing({ name, share }) : t.share({ share })
    if (waited !== null && waited >= 60) return t.waited({ minutes: Math.floor(waited / 60) })
    if (kind === 'mail' && mails > 0) return t.sentToday({ count: mails })
    return kind === 'segment' && jobs.segments ? t.calculated({ time: format.when(jobs.segments) }) : EMPTY
  }
  return (
    <table className={styles.queues}>
      <thead>
        <tr>
          <th scope="col">{t.job}</th>
          <th scope="col">{t.waiting}</th>
          <th scope="col">{t.working}</th>
          <th scope="col">{t.about}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.queues.map((queue) => (
          <tr key={queue.kind}>
            <th scope="row">{kindWords[queue.kind][language === 'th' ? 0 : 1]}</th>
            <td data-some={queue.waiting > 0}>{format.formatNumber(queue.waiting)}</td>
            <td data-some={queue.working > 0}>{format.formatNumber(queue.working)}</td>
            <td>{aboutOf(queue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
