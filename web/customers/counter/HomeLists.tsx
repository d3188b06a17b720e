import { ActionIcon } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { IconCake, IconCalendarEvent, IconCircle, IconClock } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useMayCall } from '../../ui/may.ts'
import styles from './Counter.module.css'
import { useCounterHome } from './kept.ts'
import { Row, Section } from './Section.tsx'
import { text } from './text.ts'
import { useWordsOf } from './use-words-of.ts'

interface HomeListsProps {
  offline: boolean
  onChoose: (customer: { id: number; name: string }) => void
}

/** Lists of the day: birthdays, follow-ups, and the customers that the person served last. */
export function HomeLists({ offline, onChoose }: HomeListsProps) {
  const t = useWords(text)
  const say = useWordsOf()
  const format = useFormat()
  const { home, followUps } = useCounterHome()
  const mark = useWrite(profileActivities.markNote)
  const mayMark = useMayCall(profileActivities.markNote)
  if (!home.data && !home.error) return <Bones />
  const { birthdays, served } = home.data ?? { birthdays: { total: 0, data: [] }, served: [] }
  const due = followUps.data?.data ?? []
  const asOf = home.keptAt && offline ? t.asOf({ time: format.time(new Date(home.keptAt).toISOString()) }) : undefined
  return (
    <>
      {home.error && !home.data && !offline && <p className={styles.said}>{home.error.message}</p>}
      {birthdays.total > 0 && (
        <Section icon={IconCake} title={t.birthdays} count={t.people({ count: birthdays.total })} end={asOf}>
          <ul className={styles.rows}>
            {birthdays.data.map((one) => (
              <Row key={one.id} name={one.name || t.noLabel} note={say.about(one)} onChoose={() => onChoose(one)} />
            ))}
          </ul>
        </Section>
      )}
      {due.length > 0 && (
        <Section icon={IconCalendarEvent} title={t.followUps} count={t.things({ count: followUps.data?.total ?? 0 })}>
          <ul className={styles.rows}>
            {due.map(({ activityId, profile, text: note }) => (
              <li key={activityId} className={styles.due}>
                <button type="button" className={styles.row} onClick={() => onChoose(profile)}>
                  <span className={styles.who}>
                    <strong>{profile.name}</strong>
                    <span>{note}</span>
                  </span>
                </button>
                {mayMark && !offline && (
                  <ActionIcon
                    size={44}
                    className={styles.tick}
                    aria-label={t.done({ name: profile.name })}
                    loading={mark.isPending && mark.variables.params.activityId === activityId}
                    onClick={() => mark.mutate({ params: { id: profile.id, activityId }, body: { done: true } })}
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
}
