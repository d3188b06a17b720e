import { Button } from '@mantine/core'
import { privacyRetention } from '@ruam/contract/privacy/retention.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { askConfirmation } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import styles from '../Parts.module.css'
import { retentionText } from './text.ts'

type Round = Got<typeof privacyRetention.get>['rounds'][number]

/** Hidden rows by day, with the way back. */
export function Rounds({ rounds }: { rounds: Round[] }) {
  const t = useWords(retentionText)
  return (
    <div className={styles.part}>
      <h2>
        {t.rounds}
        {rounds.length === 0 && <span>{t.noRounds}</span>}
      </h2>
      <ul>
        {rounds.map((round) => (
          <RoundRow key={round.id} round={round} />
        ))}
      </ul>
    </div>
  )
}

function RoundRow({ round: { id, kind, startedAt, before, rows, goneFrom, state, putBack } }: { round: Round }) {
  const t = useWords(retentionText)
  const { date } = useFormat()
  const mayPutBack = useMayCall(privacyRetention.putBack)
  const send = useWrite(privacyRetention.putBack)
  const states: Record<Round['state'], string> = {
    hidden: t.hidden({ date: date(goneFrom) }),
    returning: t.returning,
    back: t.back({ count: putBack }),
    gone: t.gone,
  }
  const ask = async () => {
    const question = { title: t.putBackTitle({ count: rows }), text: t.putBackNote({ name: t[kind] }), yes: t.putBack }
    if (await askConfirmation(question)) send.mutate({ params: { id } })
  }
  return (
    <li>
      <span>
        {date(startedAt)} · {t[kind]}
      </span>
      <p>{[t.rows({ count: rows }), t.before({ date: date(before) }), states[state]].join(' · ')}</p>
      {mayPutBack && state === 'hidden' && (
        <Button
          size="compact-sm"
          aria-label={t.putBackOf({ count: rows, date: date(startedAt) })}
          loading={send.isPending}
          onClick={() => void ask()}
        >
          {t.putBack}
        </Button>
      )}
    </li>
  )
}
