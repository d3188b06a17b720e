import { Button } from '@mantine/core'
import {
  IconBuildingStore,
  IconCake,
  IconCalendarEvent,
  IconCloudUpload,
  IconNote,
  IconReceipt,
  IconUserCheck,
} from '@tabler/icons-react'
import { type Act, isTick } from '../../background/acts/act.ts'
import { answerAct, undoAct, type Waiting } from '../../background/acts/queue.ts'
import { useActWords } from '../../background/acts/use-act-words.ts'
import { useWords } from '../../data/text.ts'
import styles from './Counter.module.css'
import { Section } from './Section.tsx'
import { text } from './text.ts'

const icons = {
  visit: IconBuildingStore,
  sale: IconReceipt,
  note: IconNote,
  activity: IconUserCheck,
  'follow-up': IconCalendarEvent,
  birthday: IconCake,
}

interface WaitingActsProps {
  waiting: Waiting
  /** Begins the choice of the customer of an act. */
  onAsk: (act: Act) => void
}

/** Acts that wait for a connection, or for a decision. */
export function WaitingActs({ waiting: { acts, lasting, offlineSince }, onAsk }: WaitingActsProps) {
  const t = useWords(text)
  const say = useActWords()
  // With a connection an act is on its way for a moment only.
  const shown = acts.filter(
    ({ state, tried }) => state === 'asks' || (state !== 'sent' && (offlineSince || tried === undefined)),
  )
  const seen = offlineSince ? shown : shown.filter(({ state }) => state === 'asks')
  if (seen.length === 0) return null
  const stays = lasting ? t.mayClose : t.stayOpen
  return (
    <Section icon={IconCloudUpload} title={t.waits} count={t.items({ count: seen.length })} end={stays}>
      <ul className={styles.rows}>
        {seen.map((act) => {
          const Sign = icons[act.kind]
          return (
            <li key={act.id} className={styles.act} data-asks={act.state === 'asks' || undefined}>
              <Sign size={22} stroke={1.6} />
              <span className={styles.who}>
                <strong>{say.who(act)}</strong>
                <span>
                  {say.act(act)}
                  {act.profileId === null && act.state === 'waiting' && ` · ${t.willFind}`}
                  {act.state === 'undo' && ` · ${t.takingBack}`}
                </span>
                {act.trouble && (
                  <span className={styles.trouble} role="alert">
                    {act.trouble === 'refused' ? act.reason : t[`trouble_${act.trouble}`]}
                  </span>
                )}
                {act.state === 'asks' && (
                  <span className={styles.answers}>
                    {act.trouble !== 'forbidden' && !isTick(act) && (
                      <Button size="compact-md" onClick={() => onAsk(act)}>
                        {t.chooseCustomer}
                      </Button>
                    )}
                    <Button size="compact-md" onClick={() => answerAct(act.id)}>
                      {t.sendAgain}
                    </Button>
                    <Button size="compact-md" onClick={() => undoAct(act.id)}>
                      {t.remove}
                    </Button>
                  </span>
                )}
              </span>
              {act.state === 'waiting' && (
                <Button variant="subtle" onClick={() => undoAct(act.id)}>
                  {t.undo}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
