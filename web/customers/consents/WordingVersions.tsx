import { IconArchive, IconCircleCheck } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Purpose.module.css'
import type { WordedPurpose } from './said.ts'
import { wordingText } from './wording-text.ts'

type Version = WordedPurpose['versions'][number]

/** What customers were told, the newest first. */
export function WordingVersions({ versions }: { versions: readonly Version[] }) {
  const t = useWords(wordingText)
  return (
    <section className={styles.versions}>
      <h2>
        {t.wordings} <small>{t.frozen}</small>
      </h2>
      <ol>
        {versions.map((version) => (
          <WordingVersion key={version.version} version={version} used={versions[0]} />
        ))}
      </ol>
    </section>
  )
}

function WordingVersion({ version: one, used }: { version: Version; used: Version | undefined }) {
  const t = useWords(wordingText)
  const format = useFormat()
  const { version, since, until, people, counts, corrections, textTh, textEn } = one
  const period = until
    ? t.period({ from: format.date(since), to: format.date(until) })
    : t.since({ from: format.date(since) })
  const channels = one.channels.map((channel) => t[channel]).join(', ')
  const differs = counts && used !== undefined && one.channels.join() !== used.channels.join()
  const count = format.formatNumber(people)
  return (
    <li>
      <h3>
        {t.wording({ version })}
        <span data-used={until === null}>
          {until === null ? <IconCircleCheck size={16} stroke={1.6} /> : <IconArchive size={16} stroke={1.6} />}
          {until === null ? t.inUse : t.former}
        </span>
        <small>{period}</small>
      </h3>
      {[textTh, textEn].filter(Boolean).map((text) => (
        <p key={text} className={styles.wording}>
          {text}
        </p>
      ))}
      {!textTh && !textEn && <p className={styles.quiet}>{t.noText}</p>}
      <p className={styles.quiet}>
        {counts ? t.agreed({ count }) : t.agreedGone({ count })}
        {differs && ` · ${t.byChannels({ channels })}`}
      </p>
      {corrections.map(({ at, by, textTh: th, textEn: en }) => (
        <p key={at} className={styles.quiet}>
          {t.corrected({
            time: format.dateTime(at),
            name: by ?? t.formerUser,
            text: [th, en].filter(Boolean).join(' / '),
          })}
        </p>
      ))}
    </li>
  )
}
