import { ActionIcon } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { IconCake, IconCalendarEvent, IconCircle, IconClock } from '@tabler/icons-react'
import { memo } from 'react'
import { type Act, isTick } from '../../background/acts/act.ts'
import type { Waiting } from '../../background/acts/queue.ts'
import { useAct } from '../../background/acts/use-act.ts'
import { answeredAt, isCopy } from '../../data/copy-time.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useMayCall } from '../../ui/may.ts'
import { usePhone } from '../../ui/use-phone.ts'
import styles from './Counter.module.css'
import { useCounterHome } from './kept.ts'
import { Row, Section } from './Section.tsx'
import { text } from './text.ts'
import { useWordsOf } from './use-words-of.ts'

interface HomeListsProps {
  offline: boolean
  waiting: Waiting
  onChoose: (customer: { id: number; name: string }) => void
}

/** Lists of the day: birthdays, follow-ups, and the customers that the person served last. */
export const HomeLists = memo(function HomeLists({ offline, waiting, onChoose }: HomeListsProps) {
  const t = useWords(text)
  const say = useWordsOf()
  const format = useFormat()
  const { home, followUps } = useCounterHome()
  const record = useAct()
  const phone = usePhone()
  const mayMark = useMayCall(profileActivities.markNote)
  if (!home.data && !home.error) return <Bones />
  const { birthdays, served } = home.data ?? { birthdays: { total: 0, data: [] }, served: [] }
  // Ticked rows leave at once, before the server has answered.
  const ticks = waiting.acts.filter(isOff)
  const due = without(followUps.data, ({ activityId }) => ticks.some(({ noteId }) => noteId === activityId))
  const born = without(birthdays, ({ id }) =>
    ticks.some(({ kind, profileId }) => kind === 'birthday' && profileId === id),
  )
  const copyAt = isCopy(home) && offline ? format.time(new Date(answeredAt(home)).toISOString()) : undefined
  return (
    <>
      {home.error && !home.data && !offline && <p className={styles.said}>{home.error.message}</p>}
      {born.total > 0 && (
        <Section
          icon={IconCake}
          title={t.birthdays}
          count={t.people({ count: born.total })}
          end={copyAt && t.asOf({ time: copyAt })}
        >
          <ul className={styles.rows}>
            {born.data.map((one) => (
              <Row
                key={one.id}
                name={one.name || t.unnamed}
                {...(phone ? { note: say.about(one) } : { end: say.brief(one) })}
                onChoose={() => onChoose(one)}
              />
            ))}
          </ul>
        </Section>
      )}
      {due.total > 0 && (
        <Section icon={IconCalendarEvent} title={t.followUps} count={t.things({ count: due.total })}>
          <ul className={styles.rows}>
            {due.data.map(({ activityId, profile, text: note }) => (
              <li key={activityId} className={styles.due}>
                <button type="button" className={styles.row} onClick={() => onChoose(profile)}>
                  <span className={styles.who}>
                    <strong>{profile.name}</strong>
                    <span>{note}</span>
                  </span>
                </button>
                {mayMark && (
                  <ActionIcon
                    size={44}
                    className={styles.tick}
                    aria-label={t.done({ name: profile.name })}
                    onClick={() =>
                      record({
                        kind: 'follow-up',
                        profileId: profile.id,
                        name: profile.name,
                        noteId: activityId,
                        text: note,
                      })
                    }
                  >
                    <IconCircle size={26} stroke={1.4} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section
        icon={IconClock}
        title={t.served}
        count={served.length > 0 ? t.people({ count: served.length }) : undefined}
      >
        {served.length === 0 && <p className={styles.said}>{t.nothing}</p>}
        <ul className={styles.rows}>
          {served.map(({ id, name, type, at }) => (
            <Row key={id} name={name} end={`${type} ${format.time(at)}`} onChoose={() => onChoose({ id, name })} />
          ))}
        </ul>
      </Section>
    </>
  )
})

/** True for a tick that was not taken back or refused. */
const isOff = (act: Act) => isTick(act) && (act.state === 'waiting' || act.state === 'sent')

/** A list and its total without some of its rows. */
function without<T>(list: { total: number; data: readonly T[] } | undefined, isGone: (one: T) => boolean) {
  if (!list) return { total: 0, data: [] }
  const data = list.data.filter((one) => !isGone(one))
  return { total: list.total - (list.data.length - data.length), data }
}
