import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../../data/text.ts'
import type { Act } from './act.ts'
import { actsOfPerson, removeAct } from './act-store.ts'
import { actWords } from './act-words.ts'
import styles from './LostActs.module.css'
import { useActWords } from './use-act-words.ts'

interface LostActsProps {
  userId: number
  /** Stores that the person can open. */
  stores: readonly number[]
}

/** Acts for stores that are closed to the person: to read, to note down elsewhere, and to remove. */
export default function LostActs({ userId, stores }: LostActsProps) {
  const t = useWords(actWords)
  const say = useActWords()
  const [acts, setActs] = useState<Act[]>([])
  const known = stores.join()
  useEffect(() => {
    const open = new Set(known.split(','))
    const isLost = ({ owner, state }: Act) => state !== 'sent' && !open.has(owner.split('.')[1]!)
    void actsOfPerson(userId).then((all) => setActs(all.filter(isLost)))
  }, [userId, known])
  if (acts.length === 0) return null
  const remove = async () => {
    for (const { id } of acts) await removeAct(id)
    setActs([])
  }
  return (
    <section className={styles.lost} aria-label={t.lostTitle({ count: acts.length })}>
      <h2>{t.lostTitle({ count: acts.length })}</h2>
      <p>{t.lostText}</p>
      <ul>
        {acts.map((act) => (
          <li key={act.id}>
            <strong>{say.who(act)}</strong> <span>{say.act(act)}</span>
          </li>
        ))}
      </ul>
      <Button onClick={remove}>{t.lostRemove}</Button>
    </section>
  )
}
